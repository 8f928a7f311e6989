"""What pictures are made of: the SVG document, boards flat and in heights, trays, dice and what lies over them."""

"""The web server: people and how they meet, live games and what is kept of them, and the wire to the page."""

"""The outside of the server: the page, the routes, the live connection, and how much anybody may ask of them."""

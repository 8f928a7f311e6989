"""The web server: sessions, their log, and the wire to the page."""

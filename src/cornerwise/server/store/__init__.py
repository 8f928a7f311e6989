"""What lasts: games as logs in a database, and the tables that hold them."""

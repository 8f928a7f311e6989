"""People: guests and accounts, how they prove who they are, their names, and what is kept about them."""

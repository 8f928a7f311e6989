"""The routes: what is fetched, sent or asked once, by what it is about."""

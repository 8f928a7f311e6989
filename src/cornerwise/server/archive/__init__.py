"""The archive: public games that have ended, filed when they end and searched by anybody."""

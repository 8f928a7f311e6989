"""Notices: telling people that it is their turn, in their browser by Web Push or by e-mail."""

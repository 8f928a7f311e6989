"""Adapters: the vocabularies of other programs."""

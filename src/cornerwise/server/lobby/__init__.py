"""The lobby: seeks, how they meet, challenges, and what people may say to or about each other."""

"""Signing in: visits, passwords, passkeys and the challenges they answer."""

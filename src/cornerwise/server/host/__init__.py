"""What a host needs: measures, logs and backups."""

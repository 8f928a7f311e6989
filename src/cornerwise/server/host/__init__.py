"""What a host needs: measures, logs, backups, and a report on fair play."""

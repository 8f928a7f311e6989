"""Games as text: records, other programs' files, and the words other programs use."""

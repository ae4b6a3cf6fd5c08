"""What leagues post and edit without being asked: result messages, dispute threads, standings, roles."""

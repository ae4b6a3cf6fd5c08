"""What people see: pure functions from games and facts to words and messages."""

"""Results: entered, confirmed, disputed, ruled upon, put right, and their message."""

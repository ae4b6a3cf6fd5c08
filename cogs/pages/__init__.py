"""Links to pages of games: made, listed and revoked. The pages are in `web`."""

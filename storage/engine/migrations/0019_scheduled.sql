-- Which of Discord's events announces a tournament.
ALTER TABLE tournament ADD COLUMN scheduled INTEGER;

CREATE INDEX link_by_league ON link (league) WHERE league IS NOT NULL;
CREATE INDEX link_by_expiry ON link (expires);
CREATE INDEX league_entry_beside_results ON league_entry (league, number) WHERE result IS NULL;
CREATE INDEX tournament_by_guild ON tournament (guild, over, id);
CREATE INDEX tournament_going_on ON tournament (id) WHERE over = 0;
CREATE INDEX tournament_scheduled ON tournament (scheduled) WHERE scheduled IS NOT NULL;

DROP INDEX league_entry_beside_results;
CREATE INDEX league_entry_by_kind ON league_entry (league, substr(act, 3, abs(instr(substr(act, 3), '"') - 1)), number);

CREATE INDEX league_message_by_channel ON league_message (channel);
CREATE INDEX league_message_by_parent ON league_message (parent) WHERE parent IS NOT NULL;

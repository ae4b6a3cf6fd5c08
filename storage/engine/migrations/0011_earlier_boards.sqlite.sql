-- A message that has shown a game before its current board; the row goes once it says where that is.
CREATE TABLE earlier_board (
    message INTEGER PRIMARY KEY,
    channel INTEGER NOT NULL,
    game INTEGER NOT NULL
) STRICT;

CREATE INDEX earlier_board_of_game ON earlier_board (game);

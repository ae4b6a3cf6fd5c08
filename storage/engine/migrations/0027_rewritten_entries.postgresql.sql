-- What a rewritten log names is noted again: a process of the version before, which doesn't know of the index, may
-- delete a person's data, or compress a game, beside those of this one.
CREATE FUNCTION forget_index() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    DELETE FROM game_person WHERE game IN (SELECT game FROM was);
    UPDATE game SET indexed = NULL WHERE indexed IS NOT NULL AND id IN (SELECT game FROM was);
    RETURN NULL;
END $$;

CREATE TRIGGER entry_rewritten AFTER UPDATE ON entry
    REFERENCING OLD TABLE AS was FOR EACH STATEMENT EXECUTE FUNCTION forget_index();

CREATE TRIGGER entry_removed AFTER DELETE ON entry
    REFERENCING OLD TABLE AS was FOR EACH STATEMENT EXECUTE FUNCTION forget_index();

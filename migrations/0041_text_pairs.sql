-- All pairs of neighbouring characters of a text, small letters. A GIN index of them finds two Chinese characters
-- within names; trigrams find three, and none at all where the database's locale knows no Chinese letters.
-- It costs what a row's other conditions together do not: they are looked at first.
CREATE FUNCTION "text_pairs"(text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 1000 AS $$
	SELECT array(SELECT DISTINCT substr(lower($1 COLLATE "C"), n, 2) FROM generate_series(1, char_length($1) - 1) n)
$$;

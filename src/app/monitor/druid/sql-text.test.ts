import { expect, test } from "vitest";
import { bareSql } from "./sql-text.ts";

test.each([
  ["select * from a where b = 'x''y' and c = 12", "select * from a where b = ? and c = ?"],
  ["select $1, $22", "select $1, $22"],
  ["alter role a password 'cut off", "alter role a password ?"],
  ["select E'it\\'s' || 'plain'", "select ? || ?"],
  ["select $$body 'q'$$, $tag$x $$ y$tag$, 1.5e3", "select ?, ?, ?"],
  ["do $$ never ends", "do ?"],
  [`select "Name 1", t1.c2 from t1`, `select "Name 1", t1.c2 from t1`],
  ["select 1 -- secret 'half\n, 2", "select ? , ?"],
  ["select /* 'secret' \n */ a /* open", "select a"],
  ["select '--no comment', b", "select ?, b"],
  ["", ""],
])("%s", (statement, bare) => expect(bareSql(statement)).toBe(bare));

test("long statements are cut", () => {
  expect(bareSql(`select ${"a, ".repeat(500)}b`)).toHaveLength(401);
});

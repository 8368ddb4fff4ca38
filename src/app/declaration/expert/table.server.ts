import { pgTable } from "drizzle-orm/pg-core";
import { audit, identity, reference } from "#src/db/columns.ts";
import { checksOf, columnsOf } from "#src/db/fact-columns.ts";
import { user } from "../../system/user/table.server.ts";
import { ENTITY } from "./entity.ts";

const { userId: _account, ...own } = columnsOf(ENTITY.facts);

/** Who may be invited to judge declarations: an account, once. */
export const declareExpert = pgTable(
  "declare_expert",
  {
    id: identity(),
    ...own,
    userId: reference()
      .notNull()
      .unique()
      .references(() => user.userId),
    ...audit,
  },
  (columns) => checksOf("declare_expert", ENTITY.facts, columns),
);

import { index, pgTable, text } from "drizzle-orm/pg-core";
import { identity, moment, reference } from "../../db/columns.ts";

/** One row a step of anything that is worked on in steps: articles now, applications later. */
export const timeline = pgTable(
  "timeline",
  {
    id: identity(),
    /** What it is a step of: article … */
    subject: text().notNull(),
    subjectId: reference().notNull(),
    /** submit, approve, sendBack, publish … */
    action: text().notNull(),
    fromState: text().notNull().default(""),
    toState: text().notNull().default(""),
    opinion: text().notNull().default(""),
    /** null: the program itself. */
    userId: reference(),
    nickName: text().notNull().default(""),
    ipaddr: text().notNull().default(""),
    createTime: moment().notNull().defaultNow(),
  },
  (table) => [index("timeline_subject").on(table.subject, table.subjectId, table.id)],
);

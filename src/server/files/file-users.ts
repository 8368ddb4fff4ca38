import { getTableColumns, getTableName, like, or, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Db } from "../../db/client.ts";

/** Remembers which stored files a place uses (app/common/files/service.server.ts). */
export type NoteFileUse = (
  tx: Db,
  subject: string,
  subjectIds: number | readonly number[],
  texts: readonly string[],
) => Promise<void>;

/** A table whose rows show stored files, as the media library asks it. */
export type FileUser = {
  /** As `file_use.subject`. */
  subject: string;
  /** 首页横幅: stands before a row's name. */
  place: string;
  /** Rows that name any stored file: the row's name, and all its texts. */
  rows: (db: Db) => Promise<{ name: string; text: string }[]>;
};

type Place = {
  fileUsers: FileUser[];
  noteFileUse: NoteFileUse;
};

/**
 * Makes known that the texts of a table's rows (addresses, HTML) name stored files: the library says
 * where a file is used and keeps it. To be called while the app starts; `note` is to be called with
 * each row that is saved, `forget` with those that go, in their transaction.
 */
export function usesFiles<T extends PgTable>(
  { fileUsers, noteFileUse }: Place,
  options: {
    table: T;
    place: string;
    /** Column that names a row. */
    name: keyof T["$inferSelect"] & string;
    texts: readonly (keyof T["$inferSelect"] & string)[];
  },
) {
  const { table, place, name, texts } = options;
  const subject = getTableName(table).replace(/^sys_/, "");
  const columns: Record<string, PgColumn> = getTableColumns(table);
  const columnOf = (key: string) => {
    const column = columns[key];
    if (!column) throw new Error(`${subject} has no column ${key}`);
    return column;
  };
  const kept = texts.map(columnOf);
  const named = columnOf(name);
  fileUsers.push({
    subject,
    place,
    rows: (db) =>
      db
        .select({
          name: sql<string>`${named}`,
          text: sql<string>`concat_ws(' ', ${sql.join(kept, sql`, `)})`,
        })
        .from(table as PgTable)
        .where(or(...kept.map((column) => like(column, "%/profile/%")))),
  });
  return {
    note: (tx: Db, id: number, row: Readonly<Record<string, unknown>>) =>
      noteFileUse(
        tx,
        subject,
        id,
        texts.map((key) => String(row[key] ?? "")),
      ),
    forget: (tx: Db, ids: readonly number[]) => noteFileUse(tx, subject, ids, []),
  };
}

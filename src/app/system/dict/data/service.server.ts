import { asc, eq } from "drizzle-orm";
import type { Context } from "#src/server/start/context.ts";
import { dictData } from "./table.server.ts";

export type DictEntry = {
  dictCode: number;
  dictSort: number;
  dictLabel: string;
  dictValue: string;
  dictType: string;
  cssClass: string;
  listClass: string;
  isDefault: string;
  status: string;
};

/**
 * The entries of a dictionary that are in use, in their order; an unknown type has none. Read once a
 * process, dropped by the tag `dict`: nearly every page asks.
 */
export async function dictionary(
  { db, memo }: Pick<Context, "db" | "memo">,
  type: string,
): Promise<DictEntry[]> {
  // One value for all types: a key for each would let anybody who asks fill the memo.
  const all = await memo.get("dictionaries", ["dict"], async () => {
    const rows = await db
      .select({
        dictCode: dictData.dictCode,
        dictSort: dictData.dictSort,
        dictLabel: dictData.dictLabel,
        dictValue: dictData.dictValue,
        dictType: dictData.dictType,
        cssClass: dictData.cssClass,
        listClass: dictData.listClass,
        isDefault: dictData.isDefault,
        status: dictData.status,
      })
      .from(dictData)
      .where(eq(dictData.status, "0"))
      .orderBy(asc(dictData.dictSort), asc(dictData.dictCode));
    return Map.groupBy(rows, (row) => row.dictType);
  });
  return all.get(type) ?? [];
}

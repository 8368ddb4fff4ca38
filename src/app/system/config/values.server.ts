import { asc, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { isBlank } from "#src/lib/text/blank.ts";
import { publishTags } from "#src/server/cache/tags.ts";
import { AppError, refuseFields } from "#src/server/http/errors.ts";
import { noteFileUse } from "../../common/files/service.server.ts";
import { VALUE } from "./kinds.ts";
import { checkValue, HIDDEN, isSecret } from "./rules.ts";
import { config } from "./table.server.ts";

/** Most settings in one call: twice as many as the program ships with. */
const MAX_VALUES = 200;
const MAX_LENGTH = 500;

/** PostgreSQL would complain of a NUL; no key has one. */
const isKey = (key: string) => !key.includes("\0");

function problemOf(key: string, value: string, isThere: boolean, label = VALUE) {
  if (!isThere) return "参数不存在";
  if ([...value].length > MAX_LENGTH) return `${label}长度不能超过${MAX_LENGTH}个字符`;
  if (value.includes("\0")) return `${label}格式不正确`;
  return checkValue(key, value, label);
}

/**
 * Changes the values of several settings, all or none of them; a refusal names each by its key. Texts
 * speak of `labelOf` the key, else as the contract does.
 * @throws AppError with the texts of wire 4.4.
 */
export async function changeValues(
  db: Db,
  given: Readonly<Record<string, string>>,
  userName: string,
  labelOf?: (key: string) => string,
): Promise<void> {
  const values = new Map(
    Object.entries(given)
      .filter(([key, value]) => value !== HIDDEN || !isSecret(key))
      .map(([key, value]) => [key, isBlank(value) ? "" : value.trim()]),
  );
  if (values.size === 0) throw new AppError("请先修改参数");
  if (values.size > MAX_VALUES) throw new AppError(`一次最多修改 ${MAX_VALUES} 个参数`);
  await db.transaction(async (tx) => {
    const rows = await tx
      .select({ id: config.configId, key: config.configKey, value: config.configValue })
      .from(config)
      .where(inArray(config.configKey, [...values.keys()].filter(isKey)))
      .orderBy(asc(config.configId))
      .for("update");
    const there = new Set(rows.map((row) => row.key));
    refuseFields(
      Object.fromEntries(
        [...values].map(([key, value]) => [
          key,
          problemOf(key, value, there.has(key), labelOf?.(key)),
        ]),
      ),
    );
    for (const { id, key, value } of rows) {
      const next = values.get(key) ?? value;
      if (next === value) continue;
      await tx
        .update(config)
        .set({ configValue: next, updateBy: userName, updateTime: sql`now()` })
        .where(eq(config.configId, id));
      await noteFileUse(tx, "config", id, [next]);
    }
    await publishTags(tx, ["site"]);
  });
}

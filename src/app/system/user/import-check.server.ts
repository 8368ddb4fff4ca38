import { and, eq, inArray, or, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { readFields } from "#src/server/fields/fields.ts";
import type { Account } from "#src/server/http/access.ts";
import { AppError } from "#src/server/http/errors.ts";
import type { SheetRecord } from "#src/server/workbook/workbook-reader.ts";
import { dept } from "../dept/table.server.ts";
import { reachOf } from "../reach/service.server.ts";
import { strongerThan } from "../role/service.server.ts";
import { moveProblems } from "./grant.server.ts";
import { FIELDS, guardedChange, nameProblem, type UserRow, type Written } from "./rules.server.ts";
import { isMaskOf, refuseAdministrator } from "./service.server.ts";
import { user } from "./table.server.ts";

const PERMISSION = "system:user:import";
const NO_SCOPE = "没有权限访问用户数据！";

type Values = Record<
  "deptId" | "userName" | "nickName" | "email" | "phonenumber" | "sex" | "status",
  string
>;
type UserRecord = SheetRecord<keyof Values>;

/** What the check says of one row of the sheet: how it may be written, or why it cannot be. */
export type Outcome = {
  record: UserRecord;
  /** Of the account as it will be; the sheet's own text where the person may not see that one. */
  deptName: string;
} & (
  | { checked: Checked; problem?: undefined }
  | {
      checked?: undefined;
      /** For the preview and the file of wrong rows: 手机号码已存在. */
      problem: string;
      /** The same as the contract's report has it: 导入失败：手机号码已存在. */
      said: string;
    }
);

/** A row that may be written; `before`: the account that it changes. */
export type Checked = {
  values: Written & { userName: string; nickName: string; deptId?: number };
  before: UserRow | undefined;
};

export const WORDS: Readonly<Record<"sex" | "status", Readonly<Record<string, string>>>> = {
  sex: { 男: "0", 女: "1", 未知: "2" },
  status: { 正常: "0", 停用: "1" },
};

/** A cell's word as the code that is kept; what is no word is left for the field to refuse. */
const coded = (key: "sex" | "status", word: string) =>
  Object.hasOwn(WORDS[key], word) ? WORDS[key][word] : word;

/** Reads everything about all rows at once: thousands of rows must be answered within seconds. */
async function readKnown(db: Db, account: Account, records: UserRecord[]) {
  const lower = (key: keyof Values) => [
    ...new Set(records.map(({ values }) => values[key].toLowerCase()).filter(Boolean)),
  ];
  const found = (key: "userName" | "phonenumber" | "email") => {
    const texts = lower(key);
    return texts.length > 0 ? inArray(sql`lower(${user[key]})`, texts) : undefined;
  };
  const users = await db
    .select()
    .from(user)
    .where(and(eq(user.delFlag, "0"), or(found("userName"), found("phonenumber"), found("email"))));
  const depts = await db.select().from(dept).where(eq(dept.delFlag, "0"));
  const scope = (await reachOf(db, account)).scope(PERMISSION);
  const byName = new Map(users.map((row) => [row.userName.toLowerCase(), row]));
  const names = new Set(lower("userName"));
  const there = users.filter((row) => names.has(row.userName.toLowerCase()));
  const stronger = await strongerThan(
    db,
    account,
    there.map(({ userId }) => userId),
  );
  const moves = new Map<number, number>();
  for (const { values } of records) {
    const before = byName.get(values.userName.toLowerCase());
    const deptId = Number(values.deptId);
    if (before && values.deptId !== "" && before.deptId !== deptId)
      moves.set(before.userId, deptId);
  }
  return {
    users,
    moveProblems: await moveProblems(db, account, moves),
    depts: new Map(depts.map((row) => [String(row.deptId), row])),
    scope,
    byName,
    stronger,
  };
}

/**
 * Checks all rows of an import and says of each, in the sheet's order, what is wrong with it; writes
 * nothing. Cells left empty mean: as it is, or the default. Texts: wire 4.4 and 4.8.
 */
export async function checkImport(
  db: Db,
  account: Account,
  records: UserRecord[],
  updates: boolean,
): Promise<Outcome[]> {
  const known = await readKnown(db, account, records);
  const { scope } = known;
  const seen = {
    userName: new Set<string>(),
    phonenumber: new Set<string>(),
    email: new Set<string>(),
  };
  const owners = {
    phonenumber: new Map(known.users.map((row) => [row.phonenumber, row.userId])),
    email: new Map(known.users.map((row) => [row.email.toLowerCase(), row.userId])),
  };

  /** Once in a file, and not another account's. */
  const once = (key: "phonenumber" | "email", value: string | undefined, userId?: number) => {
    if (!value) return;
    const label = key === "email" ? "邮箱账号" : "手机号码";
    const owner = owners[key].get(value);
    if (owner !== undefined && owner !== userId) throw new AppError(`${label}已存在`);
    if (seen[key].has(value)) throw new AppError(`${label}在文件中重复`);
    seen[key].add(value);
  };

  const deptOf = (text: string, before: UserRow | undefined): number | undefined => {
    if (text === "") {
      if (!before && !scope.isAll) throw new AppError("部门编号不能为空");
      return undefined;
    }
    const row = known.depts.get(text);
    if (!row) throw new AppError(`部门编号${text}不存在`);
    if (before?.deptId === row.deptId) return row.deptId;
    if (row.status !== "0") throw new AppError(`部门编号${text}已停用`);
    if (!scope.isAll && !scope.deptIds.includes(row.deptId)) {
      throw new AppError("没有权限访问部门数据！");
    }
    const problem = before && known.moveProblems.get(before.userId);
    if (problem) throw new AppError(problem);
    return row.deptId;
  };

  const checkExisting = (before: UserRow, written: Written, nextDept: number | undefined) => {
    const { userId, deptId } = before;
    refuseAdministrator([userId]);
    const isInside =
      scope.isAll ||
      (deptId !== null && scope.deptIds.includes(deptId)) ||
      (scope.withSelf && userId === account.userId);
    if (!isInside) throw new AppError(NO_SCOPE);
    if (userId === account.userId && written.status === "1") throw new AppError("当前用户不能停用");
    const act =
      known.stronger.has(userId) && guardedChange(before, { ...written, deptId: nextDept });
    if (act) throw new AppError(`该用户的权限超出您的权限，不能${act.words}`);
  };

  const check = ({ values }: UserRecord): Checked => {
    const before = known.byName.get(values.userName.toLowerCase());
    const filled = Object.entries({
      ...values,
      sex: coded("sex", values.sex),
      status: coded("status", values.status),
    }).filter(([key, value]) => value !== "" && !(before && isMaskOf(key, value, before)));
    const written = readFields(FIELDS, Object.fromEntries(filled), !before) as Written;
    const { userName = "" } = written;
    const deptId = deptOf(values.deptId, before);
    if (before) checkExisting(before, written, deptId);
    else {
      const problem = nameProblem(userName, written.phonenumber ?? "");
      if (problem) throw new AppError(problem);
    }
    once("phonenumber", written.phonenumber, before?.userId);
    once("email", written.email, before?.userId);
    return {
      values: {
        ...written,
        userName: before?.userName ?? userName,
        nickName: written.nickName ?? before?.nickName ?? userName,
        ...(deptId === undefined ? {} : { deptId }),
      },
      before,
    };
  };

  const nameOf = (text: string) => {
    const row = known.depts.get(text);
    return row && (scope.isAll || scope.deptIds.includes(row.deptId)) ? row.deptName : text;
  };

  const outcomeOf = (record: UserRecord): Outcome => {
    const { userName, deptId } = record.values;
    const lower = userName.toLowerCase();
    const wrong = (problem: string, said: string) => ({
      record,
      deptName: nameOf(deptId),
      problem,
      said,
    });
    if (lower && seen.userName.has(lower)) return wrong("账号在文件中重复", "在文件中重复");
    if (known.byName.has(lower) && !updates) return wrong("账号已存在", "已存在");
    try {
      const checked = check(record);
      const { values, before } = checked;
      const next = values.deptId ?? before?.deptId;
      return { record, deptName: known.depts.get(String(next))?.deptName ?? "", checked };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return wrong(error.message, `导入失败：${error.message}`);
    }
  };

  return records.map((record) => {
    const outcome = outcomeOf(record);
    seen.userName.add(record.values.userName.toLowerCase());
    return outcome;
  });
}

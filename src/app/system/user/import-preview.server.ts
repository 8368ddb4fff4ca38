import { Type } from "typebox";
import { Nullable } from "#src/lib/wire.ts";
import { type Outcome, WORDS } from "./import-check.server.ts";

/** Rows that a preview shows; the counts are of all. */
const SHOWN = 100;

export const PREVIEW = Type.Object({
  total: Type.Integer({ title: "数据行数" }),
  added: Type.Integer({ title: "将新增" }),
  updated: Type.Integer({ title: "将更新" }),
  failed: Type.Integer({ title: "有问题" }),
  rows: Type.Array(
    Type.Object({
      number: Type.Integer({ title: "表格中的行号" }),
      userName: Type.String(),
      nickName: Type.String(),
      deptName: Type.String(),
      phonenumber: Type.String(),
      sex: Type.String({ title: "文字" }),
      status: Type.String({ title: "文字" }),
      action: Type.Enum(["新增", "更新", "错误"]),
      problem: Nullable(Type.String()),
    }),
    { title: `前${SHOWN}行，有问题的在前` },
  ),
});

/** A code as its word; what is none stays as it is. */
const wordOf = (key: "sex" | "status", code: string): string =>
  Object.entries(WORDS[key]).find(([, each]) => each === code)?.[0] ?? code;

/** A good row as the account will be, a wrong one as it stands in the sheet. */
function rowOf({ record, deptName, ...outcome }: Outcome) {
  const { number, values } = record;
  if (!outcome.checked) {
    const { userName, nickName, phonenumber } = values;
    const sex = wordOf("sex", values.sex);
    const status = wordOf("status", values.status);
    const { problem } = outcome;
    const action = "错误" as const;
    return { number, userName, nickName, deptName, phonenumber, sex, status, action, problem };
  }
  const { before, values: written } = outcome.checked;
  return {
    number,
    userName: written.userName,
    nickName: written.nickName,
    deptName,
    phonenumber: written.phonenumber ?? before?.phonenumber ?? "",
    sex: wordOf("sex", written.sex ?? before?.sex ?? "2"),
    status: wordOf("status", written.status ?? before?.status ?? "0"),
    action: before ? ("更新" as const) : ("新增" as const),
    problem: null,
  };
}

/** What an import would do, for the one who is about to do it. */
export function previewOf(outcomes: readonly Outcome[]) {
  const wrong = outcomes.filter(({ checked }) => !checked);
  const good = outcomes.filter(({ checked }) => checked);
  const updated = good.filter(({ checked }) => checked?.before).length;
  return {
    total: outcomes.length,
    added: good.length - updated,
    updated,
    failed: wrong.length,
    rows: [...wrong, ...good].slice(0, SHOWN).map(rowOf),
  };
}

import { eq, sql } from "drizzle-orm";
import { Type } from "typebox";
import type { Db } from "../../../db/client.ts";
import { type Account, accountOf } from "../../../server/access.ts";
import type { Slice } from "../../../server/context.ts";
import { AppError } from "../../../server/errors.ts";
import { toXlsx, XLSX } from "../../../server/excel.ts";
import { readRecords } from "../../../server/excel-read.ts";
import { hashPassword } from "../../../server/password.ts";
import { ok, okSchema } from "../../../server/reply.ts";
import { receiveFiles } from "../../common/upload/service.server.ts";
import { closeSessionsOf } from "../../login/session.server.ts";
import { readSetting } from "../config/service.server.ts";
import { type Checked, checkImport } from "./import-check.server.ts";
import { lockAccounts } from "./rules.server.ts";
import { user } from "./table.server.ts";

const BASE = "/prod-api/system/user";
const MAX_ROWS = 5_000;
const MAX_ERRORS = 200;
const CHUNK = 500;

/** wire-contract 7. */
const COLUMNS = [
  ["部门编号", "deptId"],
  ["登录名称", "userName"],
  ["用户名称", "nickName"],
  ["用户邮箱", "email"],
  ["手机号码", "phonenumber"],
  ["用户性别", "sex"],
  ["账号状态", "status"],
] as const;

/** Clients show the report as HTML, whatever the code (wire-contract 4.8). */
const escaped = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const report = (title: string, lines: string[]) =>
  [title, ...lines.map((line, index) => `${index + 1}、${escaped(line)}`)].join("<br/>");

/** The template and the import of wire-contract 2.3 and 4.8. */
export const userImport: Slice = (app, { db }) => {
  app.post(
    `${BASE}/importTemplate`,
    { config: { access: "staff" }, schema: { response: { 200: Type.Any() } } },
    async (_request, reply) => {
      const file = await toXlsx("用户数据", COLUMNS, []);
      return reply
        .headers({
          "content-type": XLSX,
          "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent("用户导入模板")}.xlsx`,
        })
        .send(file);
    },
  );

  /** All rows or none: a report of errors means that nothing was written. */
  app.post(
    `${BASE}/importData`,
    {
      config: { access: "system:user:import", log: ["用户管理", 6] },
      schema: { response: okSchema() },
    },
    async (request) => {
      const account = accountOf(request);
      const { updateSupport } = request.query as { updateSupport?: string };
      const updates = updateSupport === "1" || updateSupport === "true";
      const { files } = await receiveFiles(request, ["file"]);
      const [file] = files;
      if (!file) throw new AppError("上传的文件为空");
      if (!/\.xlsx?$/i.test(file.name)) {
        throw new AppError("文件格式不正确, 请上传xls/xlsx格式文件!");
      }
      const records = await readRecords(file.bytes, COLUMNS, MAX_ROWS);
      if (records.length === 0) throw new AppError("导入用户数据不能为空！");
      const initial = await readSetting(db, "sys.user.initPassword");
      if (!initial) throw new AppError("请先在参数设置中填写账号初始密码（sys.user.initPassword）");
      // They all get the same password, so that hashing it thousands of times would guard nothing.
      const password = await hashPassword(initial);
      const lines = await db.transaction(async (tx) => {
        await lockAccounts(tx);
        const { errors, checked } = await checkImport(tx, account, records, updates);
        if (errors.length > 0) throw new AppError(failure(errors));
        await write(tx, account, checked, password);
        return checked.map(
          ({ values, before }) => `账号 ${values.userName} ${before ? "更新" : "导入"}成功`,
        );
      });
      const title = `恭喜您，数据已全部导入成功！共 ${lines.length} 条，数据如下：`;
      return ok(undefined, report(title, lines));
    },
  );
};

function failure(errors: string[]): string {
  const title = `很抱歉，导入失败！共 ${errors.length} 条数据格式不正确，错误如下：`;
  const rest = errors.length - MAX_ERRORS;
  const more = rest > 0 ? `<br/>……另有 ${rest} 条错误` : "";
  const end = "<br/>没有写入任何数据，请改正后重新导入。";
  return report(title, errors.slice(0, MAX_ERRORS)) + more + end;
}

async function write(
  tx: Db,
  { userName }: Account,
  checked: Checked[],
  password: string,
): Promise<void> {
  const added = checked.filter(({ before }) => !before);
  for (let at = 0; at < added.length; at += CHUNK) {
    await tx.insert(user).values(
      added.slice(at, at + CHUNK).map(({ values }) => ({
        ...values,
        password,
        userType: "00",
        createBy: userName,
      })),
    );
  }
  for (const { values, before } of checked) {
    if (!before) continue;
    const { userName: _name, ...patch } = values;
    await tx
      .update(user)
      .set({ ...patch, updateBy: userName, updateTime: sql`now()` })
      .where(eq(user.userId, before.userId));
    if (values.status === "1") await closeSessionsOf(tx, before.userId);
  }
}

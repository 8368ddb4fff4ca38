import { eq, sql } from "drizzle-orm";
import type { FastifyRequest } from "fastify";
import { type Static, Type } from "typebox";
import type { Db } from "#src/db/client.ts";
import { type Account, accountOf } from "#src/server/http/access.ts";
import { AppError } from "#src/server/http/errors.ts";
import { ok, okSchema } from "#src/server/http/reply.ts";
import { looseQuery } from "#src/server/http/request-schemas.ts";
import { hashPassword } from "#src/server/secrets/password.ts";
import type { Slice } from "#src/server/start/context.ts";
import { toXlsx } from "#src/server/workbook/excel.ts";
import { rowsReceiver } from "#src/server/workbook/receiving-rows.ts";
import { savedAs, wrongRowsSender } from "#src/server/workbook/wrong-rows.ts";
import { closeSessionsOf } from "../../login/session.server.ts";
import { readSetting } from "../config/service.server.ts";
import { type Checked, checkImport } from "./import-check.server.ts";
import { PREVIEW, previewOf } from "./import-preview.server.ts";
import { failure, partSuccess, success } from "./import-report.server.ts";
import { lockAccounts } from "./rules.server.ts";
import { user } from "./table.server.ts";

const BASE = "/prod-api/system/user";
const MAX_ROWS = 5_000;
const CHUNK = 500;

/** wire 7. */
const COLUMNS = [
  ["部门编号", "deptId"],
  ["登录名称", "userName"],
  ["用户名称", "nickName"],
  ["用户邮箱", "email"],
  ["手机号码", "phonenumber"],
  ["用户性别", "sex"],
  ["账号状态", "status"],
] as const;

const OPTIONS = looseQuery({
  updateSupport: "1 或 true：更新已有的账号",
  validOnly: "1 或 true：只导入没有错误的行",
});

type UploadRequest = FastifyRequest<{ Querystring: Static<typeof OPTIONS> }>;

/** The template and the import of wire 2.3 and 4.8; the preview and the wrong rows are ours. */
export const userImport: Slice = (app, { db, env }) => {
  const receiveRows = rowsReceiver(env, {
    columns: COLUMNS,
    maxRows: MAX_ROWS,
    empty: "导入用户数据不能为空！",
  });

  const sendWrongRows = wrongRowsSender(env, "用户导入错误行", {
    name: "用户数据",
    columns: COLUMNS,
  });

  /** What all three calls are sent: one workbook, and whether accounts that are there are updated. */
  const receive = async (request: UploadRequest) => {
    const records = await receiveRows(request);
    return { account: accountOf(request), records, updates: isOn(request.query.updateSupport) };
  };

  const initialPassword = async () => {
    const initial = await readSetting(db, "sys.user.initPassword");
    if (!initial) throw new AppError("请先在参数设置中填写账号初始密码（sys.user.initPassword）");
    return initial;
  };

  /** The import's own check; roles it reads are held until it ends, so it needs a transaction. */
  const check = async (request: UploadRequest) => {
    const { account, records, updates } = await receive(request);
    return db.transaction((tx) => checkImport(tx, account, records, updates));
  };

  app.post(
    `${BASE}/importTemplate`,
    { config: { access: "staff" }, schema: { response: { 200: Type.Any() } } },
    async (_request, reply) => {
      const file = await toXlsx("用户数据", COLUMNS, []);
      return reply.headers(savedAs("用户导入模板")).send(file);
    },
  );

  /** Writes nothing and leaves no row in the log. */
  app.post(
    `${BASE}/importPreview`,
    {
      config: { access: "system:user:import" },
      schema: { querystring: OPTIONS, response: okSchema({ data: PREVIEW }) },
    },
    async (request) => {
      const outcomes = await check(request);
      await initialPassword();
      return ok({ data: previewOf(outcomes) });
    },
  );

  /** The rows that would not be imported, as a workbook to be mended and sent again. */
  app.post(
    `${BASE}/importErrors`,
    {
      config: { access: "system:user:import" },
      schema: { querystring: OPTIONS, response: { 200: Type.Any() } },
    },
    async (request, reply) => sendWrongRows(reply, await check(request)),
  );

  /**
   * All rows or none, as the contract has it: a report of errors means that nothing was written. Our
   * own page may wish for the good rows alone (`validOnly=1`).
   */
  app.post(
    `${BASE}/importData`,
    {
      config: { access: "system:user:import", log: ["用户管理", 6] },
      schema: { querystring: OPTIONS, response: okSchema() },
    },
    async (request) => {
      const { account, records, updates } = await receive(request);
      // They all get the same password, so that hashing it thousands of times would guard nothing.
      const password = await hashPassword(await initialPassword());
      const report = await db.transaction(async (tx) => {
        await lockAccounts(tx);
        const outcomes = await checkImport(tx, account, records, updates);
        const good = outcomes.flatMap(({ checked }) => (checked ? [checked] : []));
        const isWhole = good.length === outcomes.length;
        if (!isWhole && !(isOn(request.query.validOnly) && good.length > 0))
          throw new AppError(failure(outcomes));
        await write(tx, account, good, password);
        return isWhole ? success(good) : partSuccess(outcomes, good.length);
      });
      return ok(undefined, report);
    },
  );
};

const isOn = (value: unknown) => value === "1" || value === "true";

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

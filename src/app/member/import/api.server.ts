import { eq } from "drizzle-orm";
import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import type { Db } from "#src/db/client.ts";
import { lockInTransaction } from "#src/db/locks.ts";
import { TYPE_NAMES } from "#src/lib/membership/fees.ts";
import { maskPaperNumber, maskPhone } from "#src/lib/people/masks.ts";
import { PAPERS } from "#src/lib/people/paper-number.ts";
import { Nullable, texts } from "#src/lib/wire.ts";
import { accountOf } from "#src/server/http/access.ts";
import { AppError } from "#src/server/http/errors.ts";
import { ok, okSchema } from "#src/server/http/reply.ts";
import { looseQuery } from "#src/server/http/request-schemas.ts";
import type { Slice } from "#src/server/start/context.ts";
import { toXlsxBook } from "#src/server/workbook/excel.ts";
import { rowsReceiver } from "#src/server/workbook/receiving-rows.ts";
import { reportLine, savedAs, wrongRowsSender } from "#src/server/workbook/wrong-rows.ts";
import { dept } from "../../system/dept/table.server.ts";
import { reachOf } from "../../system/reach/service.server.ts";
import { memberLevel } from "../level/table.server.ts";
import { checkImport, entrantsOf, type Outcome } from "./check.server.ts";
import { COLUMNS, NOTES } from "./columns.ts";
import { writeMembers } from "./write.server.ts";

const BASE = "/prod-api/api/bll/member";
const MAX_ROWS = 5_000;
/** Rows that a preview shows; the counts are of all. */
const SHOWN = 100;
/** Rows of the template that are made for texts: an identity number is no number. */
const TEXT_ROWS = 500;
/** Wrong rows that the result names; the file has all of them. */
const MOST_NAMED = 50;

const Preview = Type.Object({
  total: Type.Integer({ title: "数据行数" }),
  added: Type.Integer({ title: "将新增" }),
  updated: Type.Integer({ title: "将更新" }),
  failed: Type.Integer({ title: "有问题" }),
  rows: Type.Array(
    Type.Object({
      number: Type.Integer({ title: "表格中的行号" }),
      ...texts("memberType", "name", "memberNo", "levelName", "terms", "idNo", "phone"),
      action: Type.Enum(["新增", "错误"]),
      problem: Nullable(Type.String()),
    }),
    { title: `前${SHOWN}行，有问题的在前` },
  ),
});

const Options = looseQuery({ validOnly: "1 或 true：只导入没有错误的行" });

/** Import of members that a society has in its older books (product 7.4): a template, a look, the wrong rows, the deed. */
const api: Slice = (app, context) => {
  const { db, env } = context;
  const receive = rowsReceiver(env, {
    columns: COLUMNS,
    maxRows: MAX_ROWS,
    empty: "文件中没有会员，请按模板填写后再导入",
  });
  const sendWrongRows = wrongRowsSender(env, "会员导入错误行", { name: "会员", columns: COLUMNS });
  const check = async (from: Db, request: FastifyRequest, records: Records) =>
    checkImport(from, env.dataDir, await reachOf(from, accountOf(request)), records);
  type Records = Awaited<ReturnType<typeof receive>>;

  app.post(
    `${BASE}/importTemplate`,
    { config: { access: "member:member:import" }, schema: { response: { 200: Type.Any() } } },
    async (_request, reply) => reply.headers(savedAs("会员导入模板")).send(await templateOf(db)),
  );

  /** Writes nothing and leaves no row in the log. */
  app.post(
    `${BASE}/importPreview`,
    {
      config: { access: "member:member:import" },
      schema: { querystring: looseQuery({}), response: okSchema({ data: Preview }) },
    },
    async (request) => {
      const records = await receive(request);
      return ok({ data: previewOf(await check(db, request, records)) });
    },
  );

  /** The rows that would not be imported, as a workbook to be mended and sent again. */
  app.post(
    `${BASE}/importErrors`,
    {
      config: { access: "member:member:import" },
      schema: { querystring: looseQuery({}), response: { 200: Type.Any() } },
    },
    async (request, reply) => {
      const records = await receive(request);
      return sendWrongRows(reply, await check(db, request, records));
    },
  );

  /** All rows or none; with `validOnly=1` the good rows alone. A row goes in as a whole or not at all. */
  app.post(
    `${BASE}/importData`,
    {
      config: { access: "member:member:import", log: ["会员名册", 6] },
      schema: { querystring: Options, response: okSchema() },
    },
    async (request) => {
      const records = await receive(request);
      const isPart = ["1", "true"].includes(String(request.query.validOnly));
      const report = await db.transaction(async (tx) => {
        // The same file twice at once: the second one finds the members of the first.
        await lockInTransaction(tx, "memberImport");
        const outcomes = await check(tx, request, records);
        const entrants = entrantsOf(outcomes);
        const wrong = outcomes.length - entrants.length;
        if (wrong > 0 && !(isPart && entrants.length > 0)) {
          const title = `很抱歉，导入失败！共 ${wrong} 行有问题，没有写入任何数据：`;
          throw new AppError(named(title, outcomes));
        }
        await writeMembers(tx, entrants, { account: accountOf(request), ip: request.ip });
        return wrong === 0
          ? `已导入 ${entrants.length} 位会员`
          : named(`已导入 ${entrants.length} 位会员，另有 ${wrong} 行有问题，没有导入：`, outcomes);
      });
      return ok(undefined, report);
    },
  );
};

function named(title: string, outcomes: readonly Outcome[]): string {
  const lines = outcomes.flatMap(({ record, problem }) =>
    problem === undefined
      ? []
      : [`第 ${record.number} 行 ${reportLine(`${record.values.name}：${problem}`)}`],
  );
  const rest = lines.length - MOST_NAMED;
  return [title, ...lines.slice(0, MOST_NAMED), ...(rest > 0 ? [`……另有 ${rest} 行`] : [])].join(
    "<br/>",
  );
}

function previewOf(outcomes: readonly Outcome[]) {
  const wrong = outcomes.filter(({ entrant }) => !entrant);
  const good = outcomes.filter(({ entrant }) => entrant);
  return {
    total: outcomes.length,
    added: good.length,
    updated: 0,
    failed: wrong.length,
    rows: [...wrong, ...good].slice(0, SHOWN).map(({ record, entrant, problem }) => {
      const { memberType, name, memberNo, levelName, terms, idNo, phone } = record.values;
      return {
        number: record.number,
        memberType,
        name,
        memberNo: memberNo || (entrant ? "导入时编号" : ""),
        levelName,
        terms: entrant?.terms.map(({ fromOn, toOn }) => `${fromOn} 至 ${toOn}`).join("；") ?? terms,
        idNo: maskPaperNumber(idNo),
        phone: maskPhone(phone),
        action: entrant ? ("新增" as const) : ("错误" as const),
        problem: problem ?? null,
      };
    }),
  };
}

/** An empty sheet to fill in, and beside it what each column takes and the words that it knows. */
async function templateOf(db: Db): Promise<Buffer> {
  const levels = await db.select().from(memberLevel).where(eq(memberLevel.status, "0"));
  const branches = await db.select().from(dept).where(eq(dept.delFlag, "0"));
  const namesOf = (type: "01" | "02") =>
    levels.filter(({ memberType }) => memberType === type).map(({ levelName }) => levelName);
  const rows: [string, string][] = [
    ...COLUMNS.map(([header, key]): [string, string] => [header, NOTES[key]]),
    ["", ""],
    [`会员级别（${TYPE_NAMES["01"]}）`, namesOf("01").join("、")],
    [`会员级别（${TYPE_NAMES["02"]}）`, namesOf("02").join("、")],
    ["证件类型", Object.values(PAPERS).join("、")],
    [
      "分支机构",
      branches
        .filter(({ status }) => status === "0")
        .map(({ deptName }) => deptName)
        .join("、"),
    ],
  ];
  return toXlsxBook([
    { name: "会员", columns: COLUMNS, rows: [], textRows: TEXT_ROWS },
    {
      name: "填写说明",
      columns: [
        ["列名", "header"],
        ["说明", "note"],
      ],
      rows: rows.map(([header, note]) => ({ header, note })),
    },
  ]);
}

export default api;

import { TYPE_NAMES } from "#src/lib/membership/fees.ts";
import { INCOME_KINDS } from "#src/lib/membership/income.ts";
import { formatDay } from "#src/lib/text/dates.ts";
import { accountOf } from "#src/server/http/access.ts";
import { AppError } from "#src/server/http/errors.ts";
import { ok, okSchema } from "#src/server/http/reply.ts";
import { looseQuery } from "#src/server/http/request-schemas.ts";
import type { Slice } from "#src/server/start/context.ts";
import { exporting } from "#src/server/workbook/exporting.ts";
import { MONEY } from "#src/server/workbook/sheet-writing.ts";
import { reachOf } from "../../system/reach/service.server.ts";
import { incomeOf, yearsOfIncome } from "./read.server.ts";
import { Summary } from "./wire.ts";

const PATH = "/api/bll/finance/summary";

const thisYear = () => Number(formatDay(new Date()).slice(0, 4));

/** The year that is asked for; this one where none is. @throws AppError for what is no year. */
function yearOf(given: unknown): number {
  if (given === undefined || given === "") return thisYear();
  const year = typeof given === "string" && /^\d{4}$/.test(given) ? Number(given) : 0;
  if (year < 2000 || year > thisYear() + 1) throw new AppError("请选择年份");
  return year;
}

/** 收入月报: what came in and went back, by month (product 4.6). */
const summary: Slice = (app, context) => {
  const { db } = context;

  app.get(
    `/prod-api${PATH}/list`,
    {
      config: { access: "finance:summary:list" },
      schema: {
        summary: "一年的收入，按月、类别、会员类别和级别",
        querystring: looseQuery({ year: "年份，4 位数字；不填为今年" }),
        response: okSchema({ data: Summary }),
      },
    },
    async (request) => {
      const year = yearOf(request.query.year);
      const reach = await reachOf(db, accountOf(request));
      const rows = await incomeOf(db, reach, "finance:summary:list", year);
      const years = await yearsOfIncome(db, reach, "finance:summary:list");
      const all = [...new Set([...years, thisYear(), year])].sort((a, b) => b - a);
      return ok({ data: { year, years: all, rows } });
    },
  );

  exporting(app, context, {
    path: PATH,
    noun: "finance:summary",
    log: ["收入月报", 5],
    sheet: {
      name: "收入月报",
      columns: [
        ["月份", "month"],
        ["类别", "kind", INCOME_KINDS],
        ["会员类别", "memberType", TYPE_NAMES],
        ["级别", "levelName"],
        ["笔数", "count"],
        ["收入", "received", MONEY],
        ["退款", "refunded", MONEY],
        ["净收入", "net", MONEY],
      ],
    },
    rows: async (tx, input, request, { limit, offset }) => {
      const reach = await reachOf(tx, accountOf(request));
      const rows = await incomeOf(tx, reach, "finance:summary:export", yearOf(input.year));
      return rows.slice(offset, offset + limit);
    },
  });
};

export default summary;

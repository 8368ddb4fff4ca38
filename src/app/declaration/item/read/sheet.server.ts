import { asc, eq } from "drizzle-orm";
import { declareStateName } from "#src/lib/declare/declare-life.ts";
import { textIn } from "#src/lib/declare/read-values.ts";
import { AWARDS, GRADES } from "#src/lib/declare/words.ts";
import { formatDateTime } from "#src/lib/text/dates.ts";
import type { Slice } from "#src/server/start/context.ts";
import { exporting } from "#src/server/workbook/exporting.ts";
import { declareBatch } from "../../batch/table.server.ts";
import { declareItem } from "../table.server.ts";
import { queueCondition } from "./list.server.ts";

/** What the filters leave, as a sheet for a meeting; names and telephones of leaders are in it. */
export const declareSheet: Slice = (app, context) => {
  exporting(app, context, {
    path: "/api/declaration/item",
    noun: "declare:item",
    isOfPersons: true,
    log: ["申报受理", 5],
    sheet: {
      name: "申报汇总",
      columns: [
        ["申报编号", "itemNo"],
        ["批次", "batchName"],
        ["题目", "title"],
        ["类别", "category"],
        ["单位", "unitName"],
        ["负责人", "leader"],
        ["手机号码", "phone"],
        ["状态", "stateName"],
        ["获奖等级", "award"],
        ["结题等级", "grade"],
        ["提交时间", "submittedAt"],
      ],
    },
    rows: async (tx, input, _request, { limit, offset }) => {
      const rows = await tx
        .select({ item: declareItem, batchName: declareBatch.batchName })
        .from(declareItem)
        .innerJoin(declareBatch, eq(declareBatch.id, declareItem.batchId))
        .where(queueCondition(input))
        .orderBy(asc(declareItem.itemNo), asc(declareItem.id))
        .limit(limit)
        .offset(offset);
      return rows.map(({ item, batchName }) => ({
        itemNo: item.itemNo,
        batchName,
        title: item.title,
        category: item.category,
        unitName: item.unitName,
        leader: textIn(item.values, "leaderName"),
        phone: textIn(item.values, "leaderPhone"),
        stateName: declareStateName(item.state),
        award: AWARDS[item.award] ?? "",
        grade: GRADES[item.grade] ?? "",
        submittedAt: item.submittedAt ? formatDateTime(item.submittedAt) : "",
      }));
    },
  });
};

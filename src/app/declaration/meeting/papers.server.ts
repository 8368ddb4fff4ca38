import { eq } from "drizzle-orm";
import { Type } from "typebox";
import { societyName } from "#src/app/system/config/service.server.ts";
import { CASE_RESULTS, MEETING_CODES } from "#src/lib/declare/meeting-life.ts";
import { AWARDS } from "#src/lib/declare/words.ts";
import { dayInWords } from "#src/lib/text/dates.ts";
import { parseId } from "#src/server/crud/ids.ts";
import { pdfDrawer } from "#src/server/documents/pdf/pdf-drawer.ts";
import { attachment } from "#src/server/files/sending.ts";
import { accountOf } from "#src/server/http/access.ts";
import { AppError, NOT_FOUND } from "#src/server/http/errors.ts";
import { looseQuery } from "#src/server/http/request-schemas.ts";
import type { Context, Slice } from "#src/server/start/context.ts";
import { exporting } from "#src/server/workbook/exporting.ts";
import { sheetOf } from "./read.server.ts";
import { declareMeeting } from "./table.server.ts";
import type { Case, MeetingSheet } from "./wire.ts";

const resultText = ({ result, award, opinion }: Case): string =>
  [
    [result === "pass" || result === "refuse" ? CASE_RESULTS[result] : "", AWARDS[award] ?? ""]
      .filter(Boolean)
      .join("，"),
    opinion,
  ]
    .filter(Boolean)
    .join("：");

const votesText = ({ agree, against, abstain }: Case): string =>
  agree === null && against === null && abstain === null
    ? ""
    : `${agree ?? "—"} / ${against ?? "—"} / ${abstain ?? "—"}`;

/** What stands below the list: quotas, and the resolution or the lines to fill in. */
function closingLines({ meeting, quotas, cases }: MeetingSheet): string[] {
  const bounded = quotas.filter(({ places }) => places !== null);
  const quota = bounded.map(({ category, places }) => `${category} ${places} 件`).join("；");
  const lines = quota ? [`名额：${quota}。`] : [];
  if (meeting?.resolutionOn) {
    const passed = cases.filter(({ result }) => result === "pass").length;
    return [
      ...lines,
      `到会委员 ${meeting.members.length} 人：${meeting.members.join("、")}。`,
      `决议编号：${meeting.resolutionNo}　决议日期：${dayInWords(meeting.resolutionOn)}　通过 ${passed} 件，不通过 ${cases.length - passed} 件。`,
    ];
  }
  const present = meeting?.members.length
    ? `到会委员 ${meeting.members.length} 人：${meeting.members.join("、")}。`
    : "应到委员 ______ 人，实到 ______ 人。";
  return [...lines, `${present}　决议编号：______________________`];
}

async function requireSheet(
  { db }: Pick<Context, "db">,
  id: number,
  account: Parameters<typeof sheetOf>[3],
) {
  const [row] = await db.select().from(declareMeeting).where(eq(declareMeeting.id, id));
  if (!row) throw new AppError(NOT_FOUND, { code: 404 });
  return sheetOf(db, row.batchId, id, account);
}

/** The papers of a meeting: the sheet as a PDF to vote on or to file, and as a workbook. */
export const meetingPapers: Slice = (app, context) => {
  app.get(
    "/prod-api/api/declaration/meeting/agenda",
    {
      config: { access: "declare:meeting:list" },
      schema: { querystring: looseQuery({ id: "会议编号" }), response: { 200: Type.Unknown() } },
    },
    async (request, reply) => {
      const account = accountOf(request);
      const sheet = await requireSheet(context, parseId(request.query.id), account);
      const { meeting, cases } = sheet;
      if (!meeting) throw new AppError(NOT_FOUND, { code: 404 });
      const isDone = meeting.state === MEETING_CODES.resolved;
      const bytes = await pdfDrawer(context.env).draw("meetingSheet", {
        society: await societyName(context),
        title: isDone ? "评审委员会决议" : "评审委员会终审表",
        meeting: `${sheet.batchName} · ${meeting.meetingName}`,
        date: dayInWords(meeting.meetingOn),
        ...(meeting.place ? { place: meeting.place } : {}),
        columns: [
          ["名次", 0.05],
          ["申报编号", 0.095],
          ["题目", 0.26, "left"],
          ["类别", 0.085],
          ["单位", 0.15, "left"],
          ["得分", 0.065],
          ["分差", 0.06],
          ["同意 / 反对 / 弃权", 0.095],
          ["结果", 0.14],
        ],
        rows: cases.map((each) => [
          `${each.place || "—"}`,
          each.itemNo,
          each.title,
          each.category,
          each.unitName,
          each.score,
          each.spread,
          votesText(each),
          resultText(each),
        ]),
        closing: closingLines(sheet),
      });
      return reply
        .headers({
          "content-type": "application/pdf",
          "content-disposition": attachment(`终审表_${meeting.meetingName}.pdf`),
          "cache-control": "no-store",
        })
        .send(bytes);
    },
  );

  exporting(app, context, {
    path: "/api/declaration/meeting",
    noun: "declare:meeting",
    isOfPersons: true,
    log: ["终审会议", 5],
    sheet: {
      name: "终审表",
      columns: [
        ["名次", "place"],
        ["申报编号", "itemNo"],
        ["题目", "title"],
        ["类别", "category"],
        ["单位", "unitName"],
        ["负责人", "leader"],
        ["标准化得分", "score"],
        ["平均分", "mean"],
        ["分差", "spread"],
        ["同意", "agree"],
        ["反对", "against"],
        ["弃权", "abstain"],
        ["结果", "resultName"],
        ["获奖等级", "awardName"],
        ["意见", "opinion"],
        ["状态", "stateName"],
      ],
    },
    rows: async (tx, input, request, { limit, offset }) => {
      const { cases } = await requireSheet({ db: tx }, parseId(input.id), accountOf(request));
      return cases.slice(offset, offset + limit).map((each) => ({
        ...each,
        resultName:
          each.result === "pass" || each.result === "refuse" ? CASE_RESULTS[each.result] : "",
        awardName: AWARDS[each.award] ?? "",
      }));
    },
  });
};

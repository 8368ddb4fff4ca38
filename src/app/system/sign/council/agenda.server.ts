import { MEETING_KINDS, RESULT_NAMES } from "#src/lib/membership/council.ts";
import { dayInWords } from "#src/lib/text/dates.ts";
import { pdfDrawer } from "#src/server/documents/pdf/pdf-drawer.ts";
import type { Context } from "#src/server/start/context.ts";
import { societyName } from "../../config/service.server.ts";
import { sheetOf } from "./sheet.server.ts";

/** The sheet of a meeting as a PDF: before the resolution to write on, after it with the results. */
export async function agendaPdf(
  context: Context,
  meetingId: number,
): Promise<{ bytes: Buffer; title: string }> {
  const { meeting, items } = await sheetOf(context.db, meetingId);
  const { resolutionNo, resolutionOn } = meeting;
  const count = (result: string) => items.filter((each) => each.result === result).length;
  const body = MEETING_KINDS[meeting.kind === "standing" ? "standing" : "council"];
  const bytes = await pdfDrawer(context.env).draw("councilAgenda", {
    society: await societyName(context),
    body,
    meeting: meeting.meetingName,
    date: dayInWords(meeting.meetingOn),
    ...(meeting.place ? { place: meeting.place } : {}),
    ...(resolutionOn
      ? {
          resolution: `决议编号：${resolutionNo}　决议日期：${dayInWords(resolutionOn)}　通过 ${count("passed")} 件，不通过 ${count("rejected")} 件，延期再议 ${count("postponed")} 件。`,
        }
      : {}),
    items: items.map((item) => ({
      applyNo: item.number,
      name: item.name,
      kind: item.kindName,
      level: item.levelName,
      summary: [
        item.regionName,
        item.summary,
        item.reviewOpinion && `初审意见：${item.reviewOpinion}`,
      ]
        .filter(Boolean)
        .join("。"),
      ...(item.result
        ? { result: [RESULT_NAMES[item.result], item.opinion].filter(Boolean).join("：") }
        : {}),
    })),
  });
  return { bytes, title: `${body}审议名单_${meeting.meetingName}` };
}

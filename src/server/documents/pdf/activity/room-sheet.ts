import { qrPath } from "../codes.ts";
import type { FontShelf } from "../font-shelf.ts";
import { BLUE_DEEP, INK_2, mm, Paper, RULE_2, style } from "../paper.ts";
import { letterhead } from "../society.ts";

/** The sheet on the wall by which participants check themselves in, one page a day. */
export interface RoomSheet {
  readonly society: string;
  readonly title: string;
  readonly place: string;
  readonly pages: readonly {
    /** As a person reads it: 2026年5月30日. */
    readonly day: string;
    /** 08:00—17:30, when the code counts. */
    readonly hours: string;
    /** What the code opens. */
    readonly address: string;
  }[];
}

const SIDE = mm(20);
const CODE = mm(110);
const QUIET = mm(9);

/** 会场签到码: A4, the code large enough to be read from two metres. */
export async function roomSheet(shelf: FontShelf, data: RoomSheet): Promise<Buffer> {
  const paper = new Paper(shelf, { title: `会场签到码 · ${data.title}`, author: data.society });
  data.pages.forEach((page, at) => {
    if (at > 0) paper.newPage();
    drawPage(paper, data, page);
  });
  return paper.finish();
}

function drawPage(paper: Paper, data: RoomSheet, page: RoomSheet["pages"][number]): void {
  const width = paper.width - 2 * SIDE;
  letterhead(paper, data.society, SIDE, mm(15), width);
  let y = mm(34);
  const head = style("title", 44, { spacing: 10, colour: BLUE_DEEP, lead: 1.3 });
  paper.tagged("H1", () => {
    y += paper.text("扫码签到", head, SIDE, y, width, "center");
  });
  const { lines, style: used } = paper.type.fitted(
    data.title,
    style("title", 21, { lead: 1.35 }),
    width,
    { most: 2, least: 13 },
  );
  y += 4;
  paper.tagged("H2", () => {
    y += paper.lines(lines, used, SIDE, y, width, "center");
  });
  y += mm(7);
  const box = CODE + 2 * QUIET;
  const x = (paper.width - box) / 2;
  paper.artifact(() => paper.doc.lineWidth(1.2).rect(x, y, box, box).stroke(RULE_2));
  paper.figure("签到二维码", () => {
    paper.doc
      .save()
      .translate(x + QUIET, y + QUIET)
      .path(qrPath(page.address, CODE))
      .fill("#000000")
      .restore();
  });
  y += box + mm(7);
  const words = style("title", 17, { lead: 1.7 });
  const hint = style("sans", 13, { colour: INK_2, lead: 1.75 });
  paper.tagged("P", () => {
    y += paper.text(`${page.day}　${page.hours} 有效`, words, SIDE, y, width, "center");
    if (data.place) y += paper.text(data.place, hint, SIDE, y, width, "center");
  });
  y += 6;
  paper.tagged("P", () => {
    for (const line of [
      "用手机相机或微信扫一扫；登录学会网站，或用报名时的手机号验证后签到。",
      "没有报名，或签到遇到问题，请到报到处办理。",
    ]) {
      y += paper.text(line, hint, SIDE, y, width, "center");
    }
  });
}

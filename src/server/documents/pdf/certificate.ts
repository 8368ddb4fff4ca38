import { group, Pen, path } from "#src/lib/art/mark.ts";
import { random } from "#src/lib/art/random.ts";
import { ringLines } from "#src/lib/art/rings.ts";
import { qrPath } from "./codes.ts";
import type { FontShelf } from "./font-shelf.ts";
import {
  BLUE,
  BLUE_DEEP,
  INK_2,
  INK_3,
  mm,
  Paper,
  RULE,
  RULE_2,
  style,
  VERMILION,
} from "./paper.ts";
import { sealPicture } from "./pictures.ts";
import { logo } from "./society.ts";

/** What every certificate says. Dates as a person reads them: 2026年1月1日. */
interface Certified {
  readonly society: string;
  /** The name in Latin letters, below the Chinese one. */
  readonly latin?: string;
  readonly kind: "person" | "unit";
  readonly name: string;
  readonly issuedOn: string;
  /** 22 characters, not the number. */
  readonly code: string;
  /** The address that the QR code opens, with the code in it. */
  readonly verifyUrl: string;
  /** The page where one types the code by hand. */
  readonly verifyPage: string;
  /** PNG of the society's seal on a clear ground. */
  readonly seal?: Uint8Array;
}

/** What tells one kind of certificate from another. */
interface Words {
  /** 会员证书, 荣誉证书 */
  readonly heading: string;
  readonly sentence: string;
  /** Label, value, and its share of the width. */
  readonly facts: readonly (readonly [label: string, value: string, share: number])[];
}

/** A certificate of what was declared: an award, an approved or a completed project (product 4.8). */
export interface HonourCertificate extends Certified {
  readonly words: Words;
}

/** A membership certificate (product 4.5). */
export interface CertificateData extends Certified {
  readonly creditCode?: string;
  readonly memberNo: string;
  readonly level: string;
  readonly validFrom: string;
  readonly validUntil: string;
}

function membershipWords(data: CertificateData): Words {
  const words = data.kind === "person" ? "经审核，准予加入本会，成为" : "经审核，准予加入本会，为";
  const isLong = data.creditCode !== undefined;
  return {
    heading: "会员证书",
    sentence: `${words}${data.level}。特发此证。`,
    facts: [
      ["会员号", data.memberNo, isLong ? 0.19 : 0.27],
      ["会员级别", data.level, isLong ? 0.19 : 0.27],
      ["有效期", `${data.validFrom}至${data.validUntil}`, isLong ? 0.36 : 0.46],
      ...(data.creditCode ? ([["统一社会信用代码", data.creditCode, 0.26]] as const) : []),
    ],
  };
}

/** A band of 步步锦 lattice along the frame, `w` × `h` units. */
function latticeBand(w: number, h: number): string {
  const pen = new Pen(10);
  const tile = w / Math.round(w / (h * 3.4));
  for (let x = 0; x < w - 1; x += tile) {
    pen.move([x, 0]).line([x, h]);
    pen
      .move([x + tile * 0.16, h * 0.24])
      .line([x + tile * 0.84, h * 0.24], [x + tile * 0.84, h * 0.76], [x + tile * 0.16, h * 0.76])
      .close();
    pen.move([x, h * 0.5]).line([x + tile * 0.16, h * 0.5]);
    pen.move([x + tile * 0.84, h * 0.5]).line([x + tile, h * 0.5]);
    pen.move([x + tile * 0.3, h * 0.5]).line([x + tile * 0.7, h * 0.5]);
  }
  pen.move([w, 0]).line([w, h]);
  return path(pen.d, { fill: "none", stroke: RULE_2, "stroke-width": 0.7 });
}

const BAND = mm(5);
const EDGE = mm(9);

function ground(paper: Paper): void {
  const { doc, width, height } = paper;
  doc.rect(0, 0, width, height).fill("#fdfcf9");
  // The rings of a trunk whose heart lies where the seal comes: what grows, year by year.
  const edge = EDGE + BAND + 2;
  const within = [width - 2 * edge, height - 2 * edge] as const;
  const growth = {
    heart: [within[0] * 0.79, within[1] * 0.72],
    from: 12,
    to: 470,
    gap: 12.5,
    wobble: 0.035,
    within,
  } as const;
  doc.save().rect(edge, edge, within[0], within[1]).clip();
  paper.drawing(ringLines(growth, random(7), "#efe9dc", 0.8), edge, edge);
  doc.restore();
  frame(paper);
}

function frame(paper: Paper): void {
  const { doc, width, height } = paper;
  const [w, h] = [width - 2 * EDGE, height - 2 * EDGE];
  doc.lineWidth(1.6).rect(EDGE, EDGE, w, h).stroke(BLUE_DEEP);
  const inner = BAND + 2;
  doc
    .lineWidth(0.6)
    .rect(EDGE + inner, EDGE + inner, w - 2 * inner, h - 2 * inner)
    .stroke(BLUE_DEEP);
  const across = latticeBand(w - 2 * inner, BAND - 3);
  const down = latticeBand(h - 2 * inner, BAND - 3);
  paper.drawing(across, EDGE + inner, EDGE + 2.5);
  paper.drawing(across, EDGE + inner, EDGE + h - BAND + 0.5);
  for (const x of [EDGE + BAND - 0.5, EDGE + w - 2.5]) {
    doc
      .save()
      .translate(x, EDGE + inner)
      .rotate(90);
    paper.drawing(down, 0, 0);
    doc.restore();
  }
  for (const [x, y] of [
    [0, 0],
    [w - inner, 0],
    [0, h - inner],
    [w - inner, h - inner],
  ] as const)
    corner(paper, EDGE + x, EDGE + y, inner);
}

/** A square on edge in a square, where two bands meet. */
function corner({ doc }: Paper, x: number, y: number, side: number): void {
  const [cx, cy] = [x + side / 2, y + side / 2];
  doc
    .lineWidth(0.6)
    .rect(x + 2.5, y + 2.5, side - 5, side - 5)
    .fillAndStroke("#fdfcf9", BLUE_DEEP);
  for (const [r, colour] of [
    [side * 0.27, BLUE_DEEP],
    [side * 0.1, VERMILION],
  ] as const) {
    doc
      .moveTo(cx, cy - r)
      .lineTo(cx + r, cy)
      .lineTo(cx, cy + r)
      .lineTo(cx - r, cy)
      .closePath()
      .fill(colour);
  }
}

/** The line under the title: a hairline on either side of three small leaves. */
function ornament(paper: Paper, y: number): void {
  const leaves = new Pen(10);
  for (const turn of [-0.85, 0, 0.85]) {
    const [dx, dy] = [Math.sin(turn) * 13, -Math.cos(turn) * 13];
    leaves
      .move([0, 0])
      .quad([dx / 2 - dy * 0.35, dy / 2 + dx * 0.35], [dx, dy])
      .quad([dx / 2 + dy * 0.35, dy / 2 - dx * 0.35], [0, 0]);
  }
  const x = paper.width / 2;
  paper.drawing(group({}, path(leaves.d, { fill: BLUE })), x, y + 5);
  paper.doc.lineWidth(0.7);
  for (const side of [-1, 1])
    paper.doc
      .moveTo(x + side * 22, y)
      .lineTo(x + side * 96, y)
      .stroke(RULE_2);
}

/**
 * The electronic certificate of a member: A4 across, one page, below 200 kB.
 * @throws AppError for a name with a character that no font has: a certificate says a name right or not at all.
 */
export const certificate = (shelf: FontShelf, data: CertificateData): Promise<Buffer> =>
  drawn(shelf, data, membershipWords(data));

/** The same of what was declared. @throws AppError as `certificate` does */
export const honourCertificate = (shelf: FontShelf, data: HonourCertificate): Promise<Buffer> =>
  drawn(shelf, data, data.words);

async function drawn(shelf: FontShelf, data: Certified, words: Words): Promise<Buffer> {
  const paper = new Paper(shelf, {
    title: `${data.name} · ${data.society}${words.heading}`,
    author: data.society,
    isLandscape: true,
    isStrict: true,
    ground,
  });
  head(paper, data, words);
  body(paper, data, words);
  verification(paper, data);
  await signature(paper, data);
  return paper.finish();
}

function head(paper: Paper, { society, latin }: Certified, { heading }: Words): void {
  const { width } = paper;
  const side = 40;
  const name = paper.type.fitted(society, style("title", 19, { spacing: 3, lead: 1.3 }), 520, {
    most: 1,
    least: 13,
  });
  const small = style("serif", 7.5, { colour: INK_3, spacing: 1.1 });
  const second = latin ? paper.type.lines(latin.toUpperCase(), small, 520) : [];
  const wide = Math.max(...[...name.lines, ...second].map((line) => line.width));
  const from = (width - wide - side - 14) / 2;
  paper.artifact(() => paper.drawing(logo, from, 58, side / 64));
  const top = latin ? 60 : 67;
  paper.tagged("P", () => paper.lines(name.lines, name.style, from + side + 14, top, wide, "left"));
  if (latin) paper.tagged("P", () => paper.lines(second, small, from + side + 15, top + 25, wide));
  paper.tagged("H1", () =>
    paper.text(
      heading,
      style("title", 46, { spacing: 18, colour: BLUE_DEEP, lead: 1.3 }),
      0,
      112,
      width,
      "center",
    ),
  );
  paper.artifact(() => ornament(paper, 186));
}

function body(paper: Paper, data: Certified, { sentence, facts }: Words): void {
  const { width } = paper;
  const room = 600;
  const x = (width - room) / 2;
  const name = paper.type.fitted(
    data.name,
    style("title", 34, { lead: 1.32, spacing: data.kind === "person" ? 6 : 1 }),
    room,
    { most: 2, least: 17 },
  );
  const high = paper.heightOf(name.lines.length, name.style);
  // Two lines of a long name take the room that one short line leaves free.
  const top = 206 + (92 - Math.min(92, high)) / 2;
  paper.tagged("P", () => paper.lines(name.lines, name.style, x, top, room, "center"));
  const said = paper.type.fitted(
    sentence,
    style("serif", 14.5, { colour: INK_2, spacing: 1 }),
    room,
    { most: 2, least: 9 },
  );
  // A long title takes two lines, and stands higher.
  const up = said.lines.length > 1 ? 12 : 0;
  paper.tagged("P", () => paper.lines(said.lines, said.style, x, 304 - up, room, "center"));
  const band = 660;
  let at = (width - band) / 2;
  const y = 346;
  paper.artifact(() => {
    for (const line of [y, y + 50])
      paper.doc
        .lineWidth(0.7)
        .moveTo(at, line)
        .lineTo(at + band, line)
        .stroke(RULE);
  });
  facts.forEach(([label, value, share]) => {
    const wide = band * share;
    paper.tagged("P", () => {
      paper.text(label, style("sans", 9, { colour: INK_3 }), at, y + 7, wide, "center");
      const fitted = paper.type.fitted(value, style("title", 12.5), wide - 6, {
        most: 1,
        least: 8,
      });
      paper.lines(fitted.lines, fitted.style, at, y + 24, wide, "center");
    });
    at += wide;
  });
}

function verification(paper: Paper, data: Certified): void {
  const side = mm(25);
  const [x, y] = [96, 420];
  paper.figure(`验证本证书的二维码：${data.verifyUrl}`, () => {
    paper.doc.rect(x - 6, y - 6, side + 12, side + 12).fill("#ffffff");
    paper.doc.save().translate(x, y).path(qrPath(data.verifyUrl, side)).fill("#000000").restore();
  });
  const small = style("sans", 8.5, { colour: INK_2, lead: 1.6 });
  const text = x + side + 20;
  paper.tagged("P", () => {
    paper.text(
      "扫描二维码，或打开下列网页输入验证码，核对本证书的真伪与当前状态：",
      small,
      text,
      y - 2,
      200,
    );
    paper.text(data.verifyPage, { ...small, colour: BLUE }, text, y + 28, 200);
    paper.text(`验证码 ${data.code}`, small, text, y + 43, 200);
    paper.text(
      "本证书为电子证书，以验证网页显示的状态为准。",
      { ...small, colour: INK_3 },
      text,
      y + 58,
      215,
    );
  });
}

async function signature(paper: Paper, data: Certified): Promise<void> {
  const side = mm(40);
  const middle = paper.width - 96 - 110;
  const y = 428;
  const seal = data.seal && (await sealPicture(data.seal, side));
  const name = paper.type.fitted(data.society, style("title", 13.5, { spacing: 1 }), 230, {
    most: 2,
    least: 10,
  });
  const high = paper.heightOf(name.lines.length, name.style);
  paper.tagged("P", () => {
    paper.lines(name.lines, name.style, middle - 115, y + 22, 230, "center");
    paper.text(data.issuedOn, style("serif", 12.5), middle - 115, y + 28 + high, 230, "center");
  });
  if (!seal) {
    // A place that says what it waits for; a printed copy is stamped there.
    paper.artifact(() => {
      paper.doc
        .lineWidth(0.7)
        .dash(3, { space: 3 })
        .circle(middle, y + 46, side / 2)
        .stroke(RULE_2)
        .undash();
    });
    paper.tagged("P", () =>
      paper.text(
        "（盖章处）",
        style("sans", 9, { colour: INK_3 }),
        middle - 60,
        y + 46 + side / 2 - 22,
        120,
        "center",
      ),
    );
    return;
  }
  paper.figure(`${data.society}印章`, () => {
    // A seal is pressed over the name and the date; both stay legible.
    paper.doc
      .opacity(0.9)
      .image(seal, middle - side / 2, y + 46 - side / 2, {
        fit: [side, side],
        align: "center",
        valign: "center",
      })
      .opacity(1);
  });
}

import { checkBankSerial, normaliseBankSerial } from "../people/bank-serial.ts";
import { parseDateTime } from "../text/dates.ts";
import { checkMoney, fenOf } from "../text/money.ts";
import { type ColumnKind, type DateForm, type Mapping, placeOf } from "./columns.ts";

/** Money that came in, as one line of a statement says it. */
export type BankLine = {
  /** `yyyy-MM-dd HH:mm:ss` in Shanghai. */
  at: string;
  amountFen: number;
  payer: string;
  /** The last four digits of the payer's account; "" where the bank does not say it. */
  payerTail: string;
  remark: string;
  /** "" where the bank gives none. */
  serial: string;
};

/** What a line is: money that came in, money that went out, nothing (a sum, an empty line), or unreadable. */
export type Reading =
  | { line: BankLine }
  | { isOut: true }
  | { isBlank: true }
  | { problem: string };

const MAX_NAME = 100;
const MAX_REMARK = 300;
const DAY_MS = 86_400_000;
/** Day 0 of a spreadsheet; days from 1990 to 2100 are taken for one. */
const SHEET_EPOCH = Date.UTC(1899, 11, 30);
const SHEET_DAYS = [32_874, 73_415] as const;

const pad = (text: string | number): string => String(text).padStart(2, "0");

/** A number that a spreadsheet keeps for a moment, to the second. */
function sheetMoment(text: string): string | undefined {
  const days = Number(text);
  if (!/^\d{5}(\.\d+)?$/.test(text) || days < SHEET_DAYS[0] || days > SHEET_DAYS[1])
    return undefined;
  const moment = new Date(SHEET_EPOCH + Math.round(days * 86_400) * 1_000);
  return moment.toISOString().slice(0, 19).replace("T", " ");
}

/** `10:20`, `10:20:30`, `102030`, `10时20分30秒` or a part of a day as `HH:mm:ss`; "" for none, undefined for no time. */
function clockOf(text: string): string | undefined {
  if (text === "") return "";
  const part = /^0?\.\d+$/.test(text) ? Number(text) : undefined;
  if (part !== undefined) {
    return new Date(Math.round(part * 86_400) * 1_000).toISOString().slice(11, 19);
  }
  const match =
    /^(\d{1,2})[:.时](\d{1,2})(?:[:.分](\d{1,2})(?:\.\d+)?秒?|分)?$/.exec(text) ??
    /^(\d{2})(\d{2})(\d{2})?$/.exec(text);
  if (!match) return undefined;
  const [hour = "", minute = "", second = "0"] = match.slice(1);
  return `${pad(hour)}:${pad(minute)}:${pad(second ?? "0")}`;
}

/**
 * A day and, where the text or `clock` says it, its time, as `yyyy-MM-dd HH:mm:ss`; undefined for what is no
 * real moment.
 */
export function momentIn(text: string, clock: string, form: DateForm): string | undefined {
  const plain = text.normalize("NFKC").trim();
  const time = clock.normalize("NFKC").trim();
  // Some banks write day and time in both columns.
  const ownTime = /^\d{4}\D?\d{1,2}\D?\d{1,2}\D*\s+(.+)$/.exec(time)?.[1] ?? time;
  const sheet = sheetMoment(plain);
  const match =
    sheet === undefined
      ? (/^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[\sT]+(.+))?$/.exec(plain) ??
        /^(\d{4})(\d{2})(\d{2})(?:\s*(\d{6}|[\d:]{4,8}))?$/.exec(plain) ??
        turned(/^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?:\s+(.+))?$/.exec(plain), form))
      : (/^(\d{4})-(\d{2})-(\d{2})(?: (.+))?$/.exec(sheet) ?? null);
  if (!match) return undefined;
  const [year = "", month = "", day = "", rest = ""] = match.slice(1).map((each) => each ?? "");
  const inside = rest === "" ? "" : clockOf(rest.trim());
  const beside = clockOf(ownTime);
  if (inside === undefined || beside === undefined) return undefined;
  const whole = `${year}-${pad(month)}-${pad(day)} ${beside || inside || "00:00:00"}`;
  return parseDateTime(whole) ? whole : undefined;
}

/** Day, month and year in the order of year, month and day. */
function turned(match: RegExpExecArray | null, form: DateForm): (string | undefined)[] | null {
  if (!match || form === "ymd") return null;
  const [whole, first, second, year, rest] = match;
  return form === "dmy" ? [whole, year, second, first, rest] : [whole, year, first, second, rest];
}

const OUT = /^(借|支|付|出|往|D$|DR|支出|转出)/i;
const IN = /^(贷|收|入|来|进|C$|CR|收入|转入)/i;

/** A whole number of a card or an account has no place in what is kept. */
const withoutAccounts = (text: string): string =>
  text.replace(/\d[\d ]{11,}\d/g, (run) => {
    const digits = run.replaceAll(" ", "");
    return digits.length >= 13 ? `****${digits.slice(-4)}` : run;
  });

const short = (text: string, most: number): string => Array.from(text).slice(0, most).join("");

/** What people read of a text: one kind of space, no controls. */
const clean = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim();

const DAMAGED = "有无法识别的文字，请检查文件编码";

/** Reads lines of one file: its headings and mapping say where things stand. */
export function lineReader(
  headings: readonly string[],
  { columns, amountForm, dateForm }: Mapping,
) {
  const places = Object.fromEntries(
    (Object.keys(columns) as ColumnKind[]).map((kind) => [kind, placeOf(headings, columns[kind])]),
  ) as Partial<Record<ColumnKind, number>>;

  return (cells: readonly string[]): Reading => {
    const text = (kind: ColumnKind): string => clean(cells[places[kind] ?? -1] ?? "");
    const dateText = text("date");
    const amountText = text("amount");
    if (dateText === "" && amountText === "") return { isBlank: true };
    // Sums at the foot of the table name no day.
    if (
      /^(合计|总计|小计|本页|累计|期末|期初|打印|制表)/.test(
        clean(cells.find((cell) => cell?.trim()) ?? ""),
      )
    ) {
      return { isBlank: true };
    }
    const amount = amountIn(amountText, text("flag"), amountForm);
    if (!("fen" in amount)) return amount;
    const at = momentIn(dateText, text("time"), dateForm);
    if (!at)
      return { problem: dateText === "" ? "没有交易日期" : `日期“${short(dateText, 20)}”无法识别` };
    if ((parseDateTime(at)?.getTime() ?? 0) > Date.now() + DAY_MS) {
      return { problem: `日期 ${at.slice(0, 10)} 还没有到` };
    }
    const serialText = cells[places.serial ?? -1] ?? "";
    const serial = normaliseBankSerial(serialText);
    if (/^\d(\.\d+)?E\+?\d+$/.test(serial)) {
      return { problem: "流水号被表格软件改成了科学计数，请从银行重新导出" };
    }
    if (serial !== "" && checkBankSerial(serial)) return { problem: "流水号应为1-40位字母和数字" };
    const remark = [text("remark"), text("note")].filter(Boolean).join(" ");
    const payer = text("payer");
    if ([payer, remark].some((each) => each.includes("\uFFFD"))) return { problem: DAMAGED };
    return {
      line: {
        at,
        amountFen: amount.fen,
        payer: short(withoutAccounts(payer), MAX_NAME),
        payerTail: text("account").replace(/\D/g, "").slice(-4),
        remark: short(withoutAccounts(remark), MAX_REMARK),
        serial,
      },
    };
  };
}

type Amount = { fen: number } | { isOut: true } | { problem: string };

function amountIn(text: string, flag: string, form: Mapping["amountForm"]): Amount {
  const bare = text.replace(/^\+/, "").replace(/^[-—]+$/, "");
  if (form === "flag") {
    if (OUT.test(flag)) return { isOut: true };
    if (!IN.test(flag)) {
      return { problem: flag === "" ? "没有借贷标志" : `借贷标志“${short(flag, 10)}”无法识别` };
    }
  }
  // The column of incoming money is empty, or nothing, in a line of outgoing money.
  if (form === "credit" && (bare === "" || fenOf(bare) === 0)) return { isOut: true };
  const isLess = /^[-−(]/.test(bare);
  if (form === "signed" && isLess && !checkMoney(bare.replace(/^[-−(]/, "").replace(/\)$/, ""))) {
    return { isOut: true };
  }
  if (isLess && !checkMoney(bare.replace(/^[-−(]/, "").replace(/\)$/, ""))) {
    return { problem: "收入金额为负数，可能是冲正，请人工核对" };
  }
  const problem = bare === "" ? "没有金额" : checkMoney(bare);
  if (problem) return { problem: bare === "" ? problem : `金额“${short(bare, 20)}”：${problem}` };
  return { fen: fenOf(bare) ?? 0 };
}

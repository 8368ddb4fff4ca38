import type { Problem } from "../people/problem.ts";

/** Money is whole fen inside and a decimal text with two digits, in yuan, outside (product 4.1). */
export const MAX_FEN = 999_999_999;

const WHOLE = /^(?:0|[1-9]\d*|[1-9]\d{0,2}(?:,\d{3})+)$/;

const NOT_MONEY = "请输入正确的金额，如 1000 或 1000.50";
const TOO_FINE = "金额最多保留两位小数";
const NEGATIVE = "金额不能为负数";

type Amount = { fen: number } | { problem: string };

/** What a person typed: any width of characters, thousands apart, the sign or name of the currency around it. */
function amountOf(text: string): Amount {
  const bare = text
    .normalize("NFKC")
    .replaceAll("。", ".")
    .replace(/^\s*(?:¥|RMB|CNY|人民币)?\s*/i, "")
    .replace(/\s*元?\s*$/, "");
  if (/^[-−]/.test(bare)) return { problem: NEGATIVE };
  const [whole = "", fraction, ...more] = bare.split(".");
  if (!WHOLE.test(whole) || more.length > 0 || (fraction !== undefined && !/^\d+$/.test(fraction)))
    return { problem: NOT_MONEY };
  if (fraction && fraction.replace(/0+$/, "").length > 2) return { problem: TOO_FINE };
  const digits = whole.replaceAll(",", "") + (fraction ?? "").slice(0, 2).padEnd(2, "0");
  // More digits than a number holds exactly are too much money in any case.
  return { fen: digits.length > 15 ? Number.MAX_SAFE_INTEGER : Number(digits) };
}

/**
 * The amount of a text in yuan (`1000`, `1,000.5`, `￥１０００．５０`, `1000元`), as fen from 0 to MAX_FEN;
 * undefined where checkMoney has a text for it (but for its `min`).
 */
export function fenOf(text: string): number | undefined {
  const amount = amountOf(text);
  return "fen" in amount && amount.fen <= MAX_FEN ? amount.fen : undefined;
}

/** Whether a text in yuan is an amount from `min` to `max` fen; a payment is at least one fen. */
export function checkMoney(text: string, { min = 1, max = MAX_FEN } = {}): Problem {
  const amount = amountOf(text);
  if ("problem" in amount) return amount.problem;
  if (amount.fen > max) return `金额不能超过${moneyShown(max)}元`;
  if (amount.fen >= min) return undefined;
  return min === 1 ? "金额须大于0" : `金额不能少于${moneyShown(min)}元`;
}

/**
 * Fen as the decimal text of the wire: `1000.50`, `-0.05`.
 * @throws RangeError for what is no whole number of fen: such a sum was reckoned wrongly.
 */
export function moneyText(fen: number): string {
  if (!Number.isSafeInteger(fen)) throw new RangeError(`${fen} is no whole number of fen`);
  const digits = String(Math.abs(fen)).padStart(3, "0");
  return `${fen < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Fen as people read them: `1,000.50`. The sign of the currency is the page's. */
export const moneyShown = (fen: number): string =>
  moneyText(fen).replace(/\d(?=(?:\d{3})+\.)/g, "$&,");

/** The same without the places where they are nothing: dues are whole yuan nearly always. */
export const moneyBrief = (fen: number): string => moneyShown(fen).replace(/\.00$/, "");

const DIGITS = [..."零壹贰叁肆伍陆柒捌玖"];
const PLACES = ["", "拾", "佰", "仟"];
const GROUPS = ["", "万", "亿"];
/** From here on there would be a fourth group of digits. */
const TOO_MUCH_FEN = 100_000_000_000_000;

/** The whole yuan: groups of four digits, one 零 for the zeros between two digits. */
function capitalWhole(yuan: number): string {
  const digits = [...String(yuan)];
  let text = "";
  let isGap = false;
  let isGroup = false;
  digits.forEach((digit, index) => {
    const place = digits.length - 1 - index;
    if (digit === "0") isGap = true;
    else {
      if (isGap && text !== "") text += DIGITS[0];
      text += `${DIGITS[Number(digit)]}${PLACES[place % 4]}`;
      isGap = false;
      isGroup = true;
    }
    if (place % 4 > 0 || !isGroup) return;
    text += GROUPS[place / 4];
    isGap = false;
    isGroup = false;
  });
  return text;
}

/**
 * The amount in capital numerals for receipts, by the rules of the People's Bank for bills
 * (正确填写票据和结算凭证的基本规定): `壹万元整`, `壹仟零伍元零叁分`. 整 ends what has no fen.
 * @throws RangeError below zero and from a million million yuan on.
 */
export function moneyCapitals(fen: number): string {
  if (!Number.isSafeInteger(fen) || fen < 0 || fen >= TOO_MUCH_FEN)
    throw new RangeError(`${fen} fen cannot be written in capital numerals`);
  if (fen === 0) return "零元整";
  const whole = capitalWhole(Math.floor(fen / 100));
  const tenths = Math.floor(fen / 10) % 10;
  const cents = fen % 10;
  let text = whole && `${whole}元`;
  if (tenths > 0) text += `${DIGITS[tenths]}角`;
  else if (cents > 0 && whole) text += DIGITS[0];
  return text + (cents > 0 ? `${DIGITS[cents]}分` : "整");
}

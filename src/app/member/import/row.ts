import { TYPE_NAMES } from "#src/lib/membership/fees.ts";
import type { MemberType, SignForm } from "#src/lib/membership/form.ts";
import { readDay, readTerms } from "#src/lib/membership/term-text.ts";
import type { TermDays } from "#src/lib/membership/terms.ts";
import { checkCreditCode, normaliseCreditCode } from "#src/lib/people/credit-code.ts";
import { checkEmail, normaliseEmail } from "#src/lib/people/email.ts";
import {
  checkPaperNumber,
  isTelling,
  normalisePaperNumber,
  PAPERS,
  type Paper,
} from "#src/lib/people/paper-number.ts";
import { checkPhone, normalisePhone } from "#src/lib/people/phone.ts";
import { checkRealName, normaliseRealName } from "#src/lib/people/real-name.ts";
import type { ImportCells } from "./columns.ts";

/** What the rows of a workbook are read against. */
export type Known = {
  /** yyyy-MM-dd in Shanghai. */
  today: string;
  /** Levels in use, by kind of member and name. */
  levels: ReadonlyMap<string, number>;
  /** Branches by name, as far as the person may write. */
  branches: ReadonlyMap<string, number>;
  /** Who sees some branches alone must name one. */
  needsBranch: boolean;
  regionCode: (text: string) => string | undefined;
};

/** A row of the workbook as a member; the number of the paper is still in the open. */
export type Entrant = {
  memberType: MemberType;
  name: string;
  /** Empty: it gets one. */
  memberNo: string;
  levelId: number;
  levelName: string;
  joinedOn: string;
  terms: TermDays[];
  idType: Paper | "";
  idNo: string;
  creditCode: string;
  phone: string;
  email: string;
  region: string;
  deptId: number | null;
  directoryVisible: boolean;
  form: SignForm;
};

export const levelKey = (memberType: string, name: string): string => `${memberType} ${name}`;

/** What keeps a row out, in the words of its cell. */
class RowProblem extends Error {}

function fail(text: string): never {
  throw new RowProblem(text);
}

/** The value, or an end where a check has found something. */
function good(value: string, problem: string | undefined): string {
  return problem ? fail(problem) : value;
}

/** @returns the member, or a text that says what is wrong with the row. */
export function readRow(cells: ImportCells, known: Known): Entrant | string {
  try {
    return entrantOf(cells, known);
  } catch (error) {
    if (error instanceof RowProblem) return error.message;
    throw error;
  }
}

const TYPES = new Map<string, MemberType>([
  [TYPE_NAMES["01"], "01"],
  [TYPE_NAMES["02"], "02"],
  ["个人会员", "01"],
  ["单位会员", "02"],
]);

const lengthOf = (text: string) => Array.from(text).length;

function within(text: string, label: string, max: number): string {
  return lengthOf(text) > max ? fail(`${label}最多 ${max} 个字`) : text;
}

function entrantOf(cells: ImportCells, known: Known): Entrant {
  const memberType = TYPES.get(cells.memberType);
  if (!memberType) return fail("类别应为“个人”或“单位”");
  const isPerson = memberType === "01";
  const name = nameOf(cells.name, isPerson);
  const levelId = known.levels.get(levelKey(memberType, cells.levelName));
  if (levelId === undefined) {
    return fail(
      cells.levelName
        ? `没有名为“${cells.levelName}”的${TYPE_NAMES[memberType]}会员级别`
        : "请填写会员级别",
    );
  }
  const { terms, joinedOn } = daysOf(cells, known.today);
  const phone = normalisePhone(cells.phone);
  if (phone) good(phone, checkPhone(phone));
  const email = normaliseEmail(cells.email);
  if (email) good(email, checkEmail(email));
  const region = cells.region ? known.regionCode(cells.region) : "";
  if (region === undefined) return fail(`没有找到地区“${cells.region}”`);
  const address = within(cells.address, "通信地址", 200);
  const workUnit = within(cells.workUnit, "工作单位", 100);
  const post = within(cells.post, "职务", 50);
  const contact = within(cells.contactName, "联系人", 50);
  const paper = isPerson ? paperOf(cells, known.today) : ({ idType: "", idNo: "" } as const);
  const creditCode = isPerson ? "" : codeOf(cells.creditCode);
  if (!phone && !paper.idNo && !creditCode) {
    return fail(`请填写手机号码或${isPerson ? "证件号码" : "统一社会信用代码"}，至少一项`);
  }
  const directoryVisible = flagOf(cells.isPublic);
  return {
    memberType,
    name,
    memberNo: numberOf(cells.memberNo, isPerson ? "P" : "D"),
    levelId,
    levelName: cells.levelName,
    joinedOn,
    terms,
    ...paper,
    creditCode,
    phone,
    email,
    region,
    deptId: branchOf(cells.branch, known),
    directoryVisible,
    form: isPerson
      ? filled({
          realName: name,
          idType: paper.idNo ? paper.idType : "",
          phone,
          email,
          region,
          address,
          workUnit,
          post,
        })
      : {
          ...filled({ orgName: name, creditCode, region, address }),
          ...(contact || phone ? { contact: [{ name: contact, post, phone, email }] } : {}),
        },
  };
}

const filled = (texts: Record<string, string>): SignForm =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ""));

function nameOf(text: string, isPerson: boolean): string {
  if (!text) return fail("请填写名称");
  if (isPerson) return good(normaliseRealName(text), checkRealName(text));
  const length = lengthOf(text);
  return length < 2 || length > 100 ? fail("单位名称应为 2 到 100 个字") : text;
}

function numberOf(text: string, letter: "P" | "D"): string {
  const memberNo = text.normalize("NFKC").replace(/\s/g, "").toUpperCase();
  if (memberNo === "") return "";
  if (!/^[PD](?:19|20)\d{7}$/.test(memberNo) || memberNo.endsWith("00000")) {
    return fail("会员编号应为 P 或 D 加四位年份和五位序号，如 P201900012");
  }
  return memberNo.startsWith(letter)
    ? memberNo
    : fail(`${letter === "P" ? "个人" : "单位"}会员的编号以 ${letter} 开头`);
}

/** No society of the country is older; nobody pays for more than five years (product 7.4). */
const EARLIEST = "1949-10-01";
const MOST_YEARS = 6;

function daysOf(cells: ImportCells, today: string): Pick<Entrant, "terms" | "joinedOn"> {
  const terms = readTerms(cells.terms);
  if (typeof terms === "string") return fail(terms);
  const latest = `${Number(today.slice(0, 4)) + MOST_YEARS}-12-31`;
  for (const { fromOn, toOn } of terms) {
    if (fromOn < EARLIEST || toOn > latest) return fail(`会籍期间 ${fromOn} 至 ${toOn} 过早或过晚`);
  }
  const joinedOn = cells.joinedOn ? readDay(cells.joinedOn) : terms[0]?.fromOn;
  if (joinedOn === undefined) {
    return fail(cells.joinedOn ? "入会日期应如 2019-05-16 或 2019" : "请填写入会日期或会籍期间");
  }
  if (joinedOn < EARLIEST || joinedOn > today) return fail("入会日期过早，或晚于今天");
  const [first] = terms;
  if (first && first.fromOn < joinedOn && first.fromOn.slice(0, 4) < joinedOn.slice(0, 4)) {
    return fail(`入会日期 ${joinedOn} 晚于第一期会籍 ${first.fromOn}`);
  }
  return { terms, joinedOn };
}

const PAPER_NAMES = new Map(
  (Object.keys(PAPERS) as Paper[]).flatMap((paper): [string, Paper][] => [[PAPERS[paper], paper]]),
).set("身份证", "identity");

function paperOf({ idType, idNo }: ImportCells, today: string) {
  const paper = idType ? PAPER_NAMES.get(idType) : "identity";
  if (!paper) return fail(`没有“${idType}”这种证件类型`);
  const number = normalisePaperNumber(idNo);
  if (number === "") return { idType: paper, idNo: "" };
  const problem = checkPaperNumber(paper, number, today);
  // A spreadsheet keeps fifteen digits of a number.
  const isRounded = isTelling(paper) && /^\d{15}000$/.test(number);
  if (problem) return fail(isRounded ? `${problem}，请把这一列设为文本格式后重新填写` : problem);
  return { idType: paper, idNo: number };
}

function codeOf(text: string): string {
  const code = normaliseCreditCode(text);
  return code ? good(code, checkCreditCode(code)) : "";
}

function branchOf(text: string, { branches, needsBranch }: Known): number | null {
  if (!text) return needsBranch ? fail("请填写分支机构") : null;
  return branches.get(text) ?? fail(`没有找到分支机构“${text}”，或不在您的数据范围内`);
}

function flagOf(text: string): boolean {
  if (["", "否", "不公开"].includes(text)) return false;
  return ["是", "公开", "同意"].includes(text) ? true : fail("公开名录应填“是”或“否”");
}

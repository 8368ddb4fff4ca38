import { type Asked, answersOf, PAGE_SIZE } from "./answers.ts";
import type { Figure } from "./figures.ts";
import { fillMembers, MEMBERS } from "./members-fill.ts";
import type { Program } from "./program.ts";

const REQUESTS = 100;
const GOAL_MS = 50;
const REPORT_GOAL_MS = 500;

const q = encodeURIComponent;
const ROSTER = "/prod-api/api/bll/member/list?";
const CERTIFICATES = "/prod-api/api/bll/member/certificate/list?";
const RENEWALS = "/prod-api/api/bll/member/renewal/list?";
const DIRECTORY = "/Membership/directory?";

/** Two characters, as most people type them, one, and the whole of a name. */
const NAMES = ["建国", "秀英", "王", "钱秀英"];

/** What staff ask of the roster, and visitors of the directory; each differs a little from one time to the next. */
const ASKED: readonly Asked[] = [
  ["roster, first page", () => ROSTER],
  ["roster, last pages", (nth) => `${ROSTER}pageNum=${MEMBERS / PAGE_SIZE - nth}`],
  ["roster, pages in the middle", (nth) => `${ROSTER}pageNum=${1_200 + nth}`],
  ["roster, part of a name", (nth) => `${ROSTER}name=${q(NAMES[nth % 4] ?? "")}`],
  ["roster, nobody's name", (nth) => `${ROSTER}name=${q("查无此人")}${nth}`],
  ["roster, a number", (nth) => `${ROSTER}memberNo=P2020${20_000 + nth}`],
  ["roster, part of a phone number", (nth) => `${ROSTER}phone=00${100 + nth}`],
  ["roster, units", (nth) => `${ROSTER}memberType=02&pageNum=${1 + nth}`],
  ["roster, valid", (nth) => `${ROSTER}state=valid&pageNum=${1 + nth}`],
  ["roster, in grace", (nth) => `${ROSTER}state=grace&pageNum=${1 + nth}`],
  ["roster, lapsed", (nth) => `${ROSTER}state=lapsed&pageNum=${1 + nth}`],
  ["roster, resigned", (nth) => `${ROSTER}state=resigned&pageNum=${1 + nth}`],
  ["roster, a province", (nth) => `${ROSTER}region=330000&pageNum=${1 + nth}`],
  ["roster, a branch", (nth) => `${ROSTER}deptId=${100 + (nth % 10)}`],
  ["roster, a level", (nth) => `${ROSTER}levelId=${1 + (nth % 4)}`],
  [
    "roster, by end of term",
    (nth) => `${ROSTER}orderByColumn=validTo&isAsc=asc&pageNum=${1 + nth}`,
  ],
  ["roster, by name", (nth) => `${ROSTER}orderByColumn=name&isAsc=asc&pageNum=${1 + nth}`],
  ["roster, by number", (nth) => `${ROSTER}orderByColumn=memberNo&isAsc=desc&pageNum=${1 + nth}`],
  [
    "roster, by day of joining",
    (nth) => `${ROSTER}orderByColumn=joinedOn&isAsc=desc&pageNum=${1 + nth}`,
  ],
  ["roster, ends in these months", () => `${ROSTER}beginValidTo=2026-01-01&endValidTo=2026-12-31`],
  ["certificates, first page", () => CERTIFICATES],
  ["certificates, expired", (nth) => `${CERTIFICATES}state=expired&pageNum=${1 + nth}`],
  ["certificates, last pages", (nth) => `${CERTIFICATES}pageNum=${4_000 - nth}`],
  ["certificates, part of a name", (nth) => `${CERTIFICATES}name=${q(NAMES[nth % 4] ?? "")}`],
  ["certificates, a number", (nth) => `${CERTIFICATES}memberNo=P2020${20_000 + nth}`],
  ["renewals, first page", () => RENEWALS],
  ["renewals, lapsed", (nth) => `${RENEWALS}stage=lapsed&pageNum=${1 + nth}`],
  ["renewals, part of a name", (nth) => `${RENEWALS}keyword=${q(NAMES[nth % 4] ?? "")}`],
  ["renewals, counts", () => "/prod-api/api/bll/member/renewal/counts?"],
  ["directory, pages", (nth) => `${DIRECTORY}pageNum=${1 + nth}`],
  ["directory, a name", (nth) => `${DIRECTORY}name=${q("启智")}&pageNum=${1 + nth}`],
  ["directory, a region", (nth) => `${DIRECTORY}region=330000&pageNum=${1 + nth}`],
];

/** The lists of members, as whole answers over HTTP. */
export async function measureMembers(program: Program): Promise<Figure[]> {
  await fillMembers(program.databaseUrl);
  const answers = await answersOf(program);
  const figures = await answers.lists(ASKED, REQUESTS, GOAL_MS, () => `${MEMBERS} members`);
  const task = answers.ask("/prod-api/api/bll/member/figures/list?");
  const tasks = Array.from({ length: 5 }, () => task);
  const report = { goalMs: REPORT_GOAL_MS, source: `${MEMBERS} members` };
  figures.push(await answers.measure("figures of members", tasks, report));
  answers.close();
  return figures;
}

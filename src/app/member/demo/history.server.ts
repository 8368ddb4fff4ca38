import type { timeline } from "#src/app/inbox/table.server.ts";
import { type SignVerb, STATE_CODES } from "#src/lib/membership/sign-life.ts";
import type { DemoRows } from "./books.server.ts";
import type { DemoStaff } from "./staff.server.ts";

type Staff = Record<"reviewer" | "secretary" | "treasurer", DemoStaff>;
type SignRow = DemoRows["signs"][number];

/** The steps that led an application to its state, each with who took it; the owner's have no name. */
function stepsOf({
  kind,
  state,
  resolutionNo,
}: SignRow): [SignVerb | "create" | "close", number, keyof Staff | ""][] {
  const s = STATE_CODES;
  const checked: [SignVerb, number, keyof Staff][] =
    kind === "NEW"
      ? resolutionNo
        ? [
            ["pass", s.council, "reviewer"],
            ["councilPass", s.waitPay, "secretary"],
          ]
        : [["pass", s.waitPay, "reviewer"]]
      : [];
  const begun: [SignVerb | "create", number, ""][] = [
    ["create", s.draft, ""],
    ["submit", kind === "NEW" ? s.checking : s.waitPay, ""],
  ];
  switch (state) {
    case s.draft:
      return begun.slice(0, 1);
    case s.returned:
      return [...begun, ["return", s.returned, "reviewer"]];
    case s.council:
      return [...begun, ["pass", s.council, "reviewer"]];
    case s.waitPay:
      return [...begun, ...checked];
    case s.payReview:
      return [...begun, ...checked, ["pay", s.payReview, ""]];
    case s.payFailed:
      return [...begun, ...checked, ["pay", s.payReview, ""], ["fail", s.payFailed, "treasurer"]];
    case s.done:
      return [...begun, ...checked, ["pay", s.payReview, ""], ["confirm", s.done, "treasurer"]];
    case s.rejected:
      return [...begun, ["reject", s.rejected, "reviewer"]];
    case s.withdrawn:
      return [...begun, ["withdraw", s.withdrawn, ""]];
    case s.closed:
      return [...begun, ...checked, ["close", s.closed, ""]];
    default:
      return begun;
  }
}

/** The history of every application of the last year; older ones are as good as forgotten. */
export function historyOf(
  signs: readonly SignRow[],
  staff: Staff,
): (typeof timeline.$inferInsert)[] {
  const since = Date.now() - 365 * 86_400_000;
  return signs
    .filter(({ createTime }) => createTime && createTime.getTime() > since)
    .flatMap((row) => {
      const steps = stepsOf(row);
      const begun = row.createTime?.getTime() ?? 0;
      const ended = (row.doneAt ?? row.updateTime ?? row.createTime)?.getTime() ?? begun;
      return steps.map(([action, toState, by], at) => {
        const person = by === "" ? undefined : staff[by];
        const isOwners = by === "" && action !== "close";
        const opinion = at === steps.length - 1 && by !== "" ? (row.opinion ?? "") : "";
        return {
          subject: "sign",
          subjectId: row.id ?? 0,
          action,
          fromState: at === 0 ? "" : String(steps[at - 1]?.[1] ?? ""),
          toState: String(toState),
          opinion,
          userId: isOwners ? row.userId : (person?.userId ?? null),
          nickName: isOwners ? (row.name ?? "") : (person?.nickName ?? "系统"),
          createTime: new Date(begun + ((ended - begun) * at) / Math.max(1, steps.length - 1)),
        };
      });
    });
}

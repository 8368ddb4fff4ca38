/** Who meets, as `council_meeting.kind` keeps it. */
export const MEETING_KINDS = { council: "理事会", standing: "常务理事会" } as const;

/** What a meeting may say to an item of its sheet. */
export const VERDICT_NAMES = { passed: "通过", rejected: "不通过", postponed: "延期再议" } as const;

export type Verdict = keyof typeof VERDICT_NAMES;

export const VERDICTS = Object.keys(VERDICT_NAMES) as readonly Verdict[];

/** What became of an item, as `council_item.result` keeps it; `left`: gone before the meeting decided. */
export const RESULT_NAMES: Readonly<Record<string, string>> = {
  "": "待审议",
  ...VERDICT_NAMES,
  left: "未审议",
};

/** Items that one sheet has at most. */
export const MAX_ITEMS = 300;

/** What a column of a bank statement may be. */
export type ColumnKind =
  | "date"
  | "time"
  | "amount"
  | "flag"
  | "payer"
  | "account"
  | "remark"
  | "note"
  | "serial";

/** How incoming money is told from outgoing money. */
export type AmountForm =
  /** A column that holds incoming amounts alone. */
  | "credit"
  /** One column for both, outgoing with a minus. */
  | "signed"
  /** One column for both, and another that says 借 or 贷. */
  | "flag";

/** In which order the numbers of a day stand; years of four digits are known wherever they stand. */
export type DateForm = "ymd" | "dmy" | "mdy";

/** The columns of one bank, by their headings; mapped once and remembered. */
export type Mapping = {
  columns: Partial<Record<ColumnKind, string>>;
  amountForm: AmountForm;
  dateForm: DateForm;
};

/** Columns in the order in which they are asked for. */
export const COLUMN_NAMES: Readonly<Record<ColumnKind, string>> = {
  date: "交易日期",
  time: "交易时间",
  amount: "收入金额",
  flag: "借贷标志",
  payer: "付款人名称",
  account: "付款账号",
  remark: "附言或摘要",
  note: "其他附言",
  serial: "流水号",
};

export const AMOUNT_FORMS: Readonly<Record<AmountForm, string>> = {
  credit: "单独的收入（贷方）列",
  signed: "收支同列，支出为负数",
  flag: "收支同列，另有借贷标志",
};

export const DATE_FORMS: Readonly<Record<DateForm, string>> = {
  ymd: "年月日",
  dmy: "日月年",
  mdy: "月日年",
};

/** Headings of the usual banks; the first that fits is taken. Compared without spaces and brackets. */
const HEADINGS: readonly (readonly [ColumnKind, readonly RegExp[]])[] = [
  [
    "date",
    [/^(交易日期|记账日期?|入账日期|交易时间|日期|交易日|记帐日期|发生日期|记账时间|入账时间)$/],
  ],
  ["time", [/^(交易时间|交易时刻|时间|记账时间)$/]],
  [
    "amount",
    [
      /^(收入|贷方|转入|存入)(金额|发生额)?[/元收入]*$/,
      /^(交易金额|发生额|金额|发生金额|交易金额元|金额元)$/,
    ],
  ],
  [
    "flag",
    [/^(借贷标志|借贷方向|收支标志|收\/?支|交易方向|借\/?贷|借贷|收付标志|来往账标志|收支类型)$/],
  ],
  [
    "payer",
    [
      /^(对方户名|对方单位名称|对方账户名称|对方名称|付款人名称|付款人|对方账号名称|对方单位|收\/?付方名称|付款方户名|对方帐户名称|付款户名|收付款人名称|交易对方|对手方名称)$/,
    ],
  ],
  [
    "account",
    [
      /^(对方账号|对方账户|对方卡号|付款人账号|付款账号|对方帐号|付款方账号|收\/?付方账号|收\/?付方帐号|对方账户账号)$/,
    ],
  ],
  [
    "remark",
    [
      /^(附言|交易附言|客户附言|用途|汇款附言|附言用途|摘要附言|交易用途)$/,
      /^(摘要|备注|交易摘要|摘要说明|说明)$/,
    ],
  ],
  [
    "serial",
    [
      /^(流水号|交易流水号|银行流水号|账户明细编号-?交易流水号|核心流水号|交易流水|交易编号|业务流水号|明细编号|回单编号|凭证号|交易序号|企业流水号)$/,
    ],
  ],
];

/** A heading as it is compared: `贷方 发生额（元）` and `贷方发生额元` are one. */
const bare = (heading: string): string =>
  heading.normalize("NFKC").replace(/[\s()[\]【】:*_]/g, "");

const isOneOf = (kind: ColumnKind, heading: string): boolean =>
  HEADINGS.some(([each, forms]) => each === kind && forms.some((form) => form.test(heading)));

/** Rows above the table (name of the account, its period) that are looked through for headings. */
const MAX_HEAD = 30;
/** A table says when and how much at least. */
const LEAST_KNOWN = 2;

/**
 * The row with the headings: the first with the most of those that are known, by the bank's own mapping where
 * there is one. Where none are known, the first row with three texts; -1 for none of that.
 */
export function findHead(rows: readonly (readonly string[])[], mapping?: Mapping): number {
  const own = new Set(Object.values(mapping?.columns ?? {}).map(bare));
  const first = rows.slice(0, MAX_HEAD);
  const scores = first.map(
    (cells) =>
      Array.from(cells, (cell) => bare(cell ?? "")).filter(
        (cell) =>
          cell !== "" &&
          (own.has(cell) || HEADINGS.some(([, forms]) => forms.some((form) => form.test(cell)))),
      ).length,
  );
  const best = Math.max(0, ...scores);
  if (best >= LEAST_KNOWN) return scores.indexOf(best);
  return first.findIndex((cells) => cells.filter((cell) => cell?.trim()).length >= 3);
}

/** The place of a heading among those of a file; -1 where it is not there. */
export const placeOf = (headings: readonly string[], heading: string | undefined): number =>
  heading ? headings.findIndex((each) => bare(each) === bare(heading)) : -1;

/** Whether all columns that a bank's mapping names are among the headings. */
export const fits = (headings: readonly string[], { columns }: Mapping): boolean =>
  Object.values(columns).every((heading) => placeOf(headings, heading) >= 0);

/** What the columns of a file may be, by their headings. */
export function guessMapping(headings: readonly string[]): Mapping {
  const names = headings.map(bare);
  const columns: Mapping["columns"] = {};
  const taken = new Set<number>();
  for (const [kind, forms] of HEADINGS) {
    const at = forms
      .map((form) => names.findIndex((name, index) => !taken.has(index) && form.test(name)))
      .find((index) => index >= 0);
    const heading = at === undefined ? undefined : headings[at];
    if (at === undefined || !heading) continue;
    columns[kind] = heading;
    taken.add(at);
  }
  const second = names.findIndex((name, index) => !taken.has(index) && isOneOf("remark", name));
  if (columns.remark && headings[second]) columns.note = headings[second];
  const amount = bare(columns.amount ?? "");
  const isBoth = /^(交易金额|发生额|金额|发生金额|交易金额元|金额元)$/.test(amount);
  const amountForm = !isBoth ? "credit" : columns.flag ? "flag" : "signed";
  if (amountForm !== "flag") delete columns.flag;
  return { columns, amountForm, dateForm: "ymd" };
}

/** Why a mapping cannot be used with these headings, by kind of column. */
export function mappingProblems(
  headings: readonly string[],
  { columns, amountForm }: Mapping,
): Partial<Record<ColumnKind, string>> {
  const problems: Partial<Record<ColumnKind, string>> = {};
  for (const [kind, heading] of Object.entries(columns) as [ColumnKind, string][]) {
    if (heading && placeOf(headings, heading) < 0) problems[kind] = `文件中没有“${heading}”列`;
  }
  const needed: ColumnKind[] = ["date", "amount", "payer"];
  if (amountForm === "flag") needed.push("flag");
  for (const kind of needed) {
    if (!columns[kind]) problems[kind] = `请选择${COLUMN_NAMES[kind]}所在的列`;
  }
  return problems;
}

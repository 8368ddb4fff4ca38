import { type GenColumn, type GenTable, plainType, sizeOf } from "./config.ts";
import { constant, isModule, isProperty, label, shortLabel, snake, typeName } from "./words.ts";

/** A dictionary's entries in their order. */
export type DictEntries = readonly { value: string; label: string }[];

type Kind = "text" | "char" | "integer" | "bigint" | "decimal" | "moment" | "day" | "boolean";

/** A column as the templates need it. */
export type Column = {
  property: string;
  /** The column's name where Drizzle would not make it from the property. */
  columnName: string | undefined;
  label: string;
  kind: Kind;
  /** Characters of a text. */
  max: number;
  /** Places before and after the point. */
  digits: number;
  scale: number;
  isPk: boolean;
  isIncrement: boolean;
  isRequired: boolean;
  isWritten: boolean;
  isList: boolean;
  query: "like" | "equals" | "range" | undefined;
  html: string;
  dict: { type: string; entries: DictEntries } | undefined;
};

/** One slice: everything is decided, the templates only write it down. */
export type Model = {
  kind: "crud" | "tree";
  table: GenTable;
  module: string;
  business: string;
  /** Constant of the table, and type of a row. */
  constant: string;
  type: string;
  noun: string;
  author: string;
  columns: Column[];
  pk: Column;
  /** Names a row in questions and messages. */
  name: Column;
  /** createBy, createTime, updateBy and updateTime are all there. */
  hasAudit: boolean;
  order: Column | undefined;
  tree: { parent: Column; order: Column } | undefined;
  /** Rows of another slice that belong to a row of this one. */
  items: { noun: string; module: string; business: string; key: string; page: string } | undefined;
  /** The slice whose rows own these. */
  owner: { model: Model; key: Column } | undefined;
  parentMenuId: number;
  isWide: boolean;
  /** Notes to the person, in Chinese. */
  notes: string[];
};

/** Reasons why a table cannot become a slice, in Chinese. */
export class GeneratorError extends Error {}

const AUDIT = ["createBy", "createTime", "updateBy", "updateTime"];
export const isAudit = (column: Column): boolean => AUDIT.includes(column.property);

/** Characters of a text column that has no limit of its own. */
const MAX_TEXT = 2_000;
const MAX_HTML = 200_000;
const MAX_INTEGER = 2_147_483_647;
export const maxOf = (column: Column): number =>
  column.kind === "bigint" ? Number.MAX_SAFE_INTEGER : MAX_INTEGER;

export const isNumber = ({ kind }: Column): boolean =>
  kind === "integer" || kind === "bigint" || kind === "decimal";
export const isMoment = ({ kind }: Column): boolean => kind === "moment" || kind === "day";

function kindOf({ javaType, columnType, isRequired }: GenColumn): Kind {
  const plain = plainType(columnType);
  switch (javaType) {
    case "Integer":
      return "integer";
    case "Long":
      return "bigint";
    case "BigDecimal":
    case "Double":
      return "decimal";
    case "Date":
      return plain === "date" ? "day" : "moment";
    case "Boolean":
      return "boolean";
    default:
      // An empty char(1) would come back as a blank.
      return plain === "char" && isRequired === "1" ? "char" : "text";
  }
}

const notNegative = (name: string) => `「${name}」按不小于 0 的整数检查。`;
/** A reference is a key, no amount: the note on negative numbers goes. */
const asReference = (model: Model, column: Column): void => {
  model.notes = model.notes.filter((note) => note !== notNegative(column.label));
};

/** Columns that say where a row stands among others. */
const ORDER = /^(sort|orderNum|.+Sort|sortNum|.+OrderNum)$/;

type Dicts = ReadonlyMap<string, DictEntries>;

function columnOf(column: GenColumn, dicts: Dicts, notes: string[]): Column {
  const { javaField, columnType, htmlType, dictType } = column;
  if (!isProperty(javaField)) {
    throw new GeneratorError(`字段 ${label(column.columnName, 40)} 的属性名不能用于代码`);
  }
  const name = shortLabel(column.columnComment, column.columnName);
  const kind = kindOf(column);
  const [size = 0, places] = sizeOf(columnType) ?? [];
  const isText = kind === "text" || kind === "char";
  const html = isText || htmlType === "datetime" ? htmlType : "input";
  const dictName = /^[A-Za-z]\w{0,99}$/.test(dictType) ? dictType : "";
  const isChoice = isText && ["select", "radio", "checkbox"].includes(htmlType);
  const entries = dicts.get(dictType) ?? [];
  const isOn = (flag: string | null) => flag === "1";
  const isWritten = (isOn(column.isInsert) || isOn(column.isEdit)) && !AUDIT.includes(javaField);
  const made: Column = {
    property: javaField,
    columnName: snake(javaField) === column.columnName ? undefined : column.columnName,
    label: name,
    kind,
    max: html === "editor" ? MAX_HTML : isText && size > 0 ? Math.min(size, 50_000) : MAX_TEXT,
    digits: Math.max(1, size ? size - (places ?? 0) : 14),
    scale: kind === "decimal" ? (places ?? (size ? 0 : 4)) : 0,
    isPk: isOn(column.isPk),
    isIncrement: isOn(column.isIncrement),
    isRequired: isOn(column.isRequired),
    isWritten,
    isList: isOn(column.isList) && html !== "editor",
    query: undefined,
    html: isChoice && !dictName ? "input" : html,
    dict: isText && dictName ? { type: dictName, entries: entries.slice(0, 40) } : undefined,
  };
  if (isWritten && isChoice && !dictName) {
    notes.push(`「${name}」没有指定字典，按文本框生成。`);
  }
  if (made.dict && entries.length === 0 && isWritten) {
    notes.push(`「${name}」的字典 ${dictName} 没有数据，服务器不检查取值。`);
  }
  if (isWritten && !made.isPk && isOn(column.isInsert) !== isOn(column.isEdit)) {
    notes.push(
      `「${name}」只勾选了插入、编辑中的一项：生成的表单新增和编辑共用，需要区分请改 office.tsx。`,
    );
  }
  if (isOn(column.isList) && html === "editor") notes.push(`「${name}」是富文本，不放进列表。`);
  if (isOn(column.isQuery)) made.query = queryOf(column, made, notes);
  if ((kind === "integer" || kind === "bigint") && isWritten && !made.isPk) {
    if (!ORDER.test(javaField)) notes.push(notNegative(name));
  }
  return made;
}

/** Filters of a list: text that contains a word, equality, and days. */
function queryOf({ queryType }: GenColumn, column: Column, notes: string[]): Column["query"] {
  const isText = column.kind === "text" || column.kind === "char";
  // Nobody looks for an address, or for a place among others.
  if (["imageUpload", "fileUpload"].includes(column.html) || ORDER.test(column.property)) {
    return undefined;
  }
  if (isMoment(column)) {
    if (queryType !== "BETWEEN") notes.push(`「${column.label}」按起止日期查询。`);
    return "range";
  }
  if (isText && queryType === "LIKE") return "like";
  const canEqual = isText || column.kind === "integer" || column.kind === "bigint";
  if (queryType === "EQ" && canEqual && column.html !== "editor") return "equals";
  notes.push(`「${column.label}」的查询方式 ${queryType} 没有现成的部件，没有生成查询条件。`);
  return undefined;
}

const find = (columns: readonly Column[], rows: readonly GenColumn[], name: string) =>
  columns[rows.findIndex((row) => row.columnName === name)];

/**
 * Makes the model of a table's slice. @throws GeneratorError where no slice of ours can hold it.
 */
export function modelOf(table: GenTable, rows: readonly GenColumn[], dicts: Dicts): Model {
  const shown = label(table.tableName, 60);
  const hasNames =
    /^[A-Z][A-Za-z0-9]*$/.test(table.className) &&
    isModule(table.moduleName) &&
    isModule(table.businessName);
  if (!hasNames || !Number.isSafeInteger(table.parentMenuId)) {
    throw new GeneratorError(`表 ${shown} 的实体类名称、模块名或业务名不能用于代码`);
  }
  const notes: string[] = [];
  const ordered = rows.toSorted((a, b) => a.sort - b.sort);
  const columns = ordered.map((row) => columnOf(row, dicts, notes));
  const names = columns.map(({ property }) => property);
  const double = names.find((name, index) => names.indexOf(name) !== index);
  if (double) throw new GeneratorError(`表 ${shown} 有两个字段的属性名都是 ${double}`);
  const [pk, ...others] = columns.filter(({ isPk }) => isPk);
  if (!pk || others.length > 0 || (pk.kind !== "integer" && pk.kind !== "bigint")) {
    throw new GeneratorError(`表 ${shown} 没有单一的整数主键，不能生成代码`);
  }
  const noun = label(table.functionName, 16) || "数据";
  const isNaming = ({ property }: Column) => /(name|title|label)$/i.test(property);
  const texts = columns.filter(
    (column) => !column.isPk && !isAudit(column) && column.kind === "text" && !column.dict,
  );
  const inSight = texts.filter(({ isList }) => isList);
  const name = inSight.find(isNaming) ?? inSight[0] ?? texts.find(isNaming) ?? pk;
  if (table.functionName.trim() !== noun) {
    notes.push(`代码里的名称经过整理：「${noun}」。`);
  }
  const model: Model = {
    kind: "crud",
    table,
    module: table.moduleName,
    business: table.businessName,
    constant: constant(table.businessName),
    type: typeName(table.className),
    noun,
    author: label(table.functionAuthor, 30),
    columns,
    pk,
    name,
    hasAudit: AUDIT.every((each) => names.includes(each)),
    order: columns.find(({ property, kind }) => ORDER.test(property) && kind === "integer"),
    tree: undefined,
    items: undefined,
    owner: undefined,
    parentMenuId: table.parentMenuId,
    isWide: table.formColNum > 1 || columns.some(({ html }) => html === "editor"),
    notes,
  };
  return table.tplCategory === "tree" ? asTree(model, ordered) : model;
}

function asTree(model: Model, rows: readonly GenColumn[]): Model {
  const { table, columns, pk } = model;
  const shown = label(table.tableName, 60);
  const parent = find(columns, rows, table.treeParentCode);
  const name = find(columns, rows, table.treeName);
  if (find(columns, rows, table.treeCode) !== pk) {
    throw new GeneratorError(`树表 ${shown} 的树编码字段应为主键`);
  }
  if (!parent || parent === pk || (parent.kind !== "integer" && parent.kind !== "bigint")) {
    throw new GeneratorError(`树表 ${shown} 的树父编码字段应为整数`);
  }
  if (!name || (name.kind !== "text" && name.kind !== "char")) {
    throw new GeneratorError(`树表 ${shown} 的树名称字段应为文本`);
  }
  const order: Column = model.order ?? {
    ...parent,
    property: "orderNum",
    columnName: undefined,
    label: "显示顺序",
    kind: "integer",
    isList: true,
    query: undefined,
    html: "input",
  };
  if (!model.order) model.notes.push("原表没有显示顺序字段，生成的表增加了 orderNum。");
  Object.assign(order, { isWritten: true, isRequired: true });
  asReference(model, parent);
  Object.assign(parent, { isWritten: true, isList: false, query: undefined, kind: "bigint" });
  name.isList = true;
  const all = model.order ? columns : insertAfter(columns, name, order);
  const ranges = all.filter(({ query }) => query === "range");
  for (const column of ranges) column.query = undefined;
  if (ranges.length > 0) model.notes.push("树表不分页，日期的查询条件没有生成。");
  return { ...model, kind: "tree", name, order, columns: all, tree: { parent, order } };
}

const insertAfter = (columns: readonly Column[], after: Column, added: Column): Column[] =>
  columns.flatMap((column) => (column === after ? [column, added] : [column]));

/**
 * Ties the slice of a sub table to its main one: the rows below open in a page of their own, which
 * the main page's rows lead to. `page` is the address of that page, by the menu.
 */
export function tie(main: Model, sub: Model, page: string): { main: Model; sub: Model } {
  const { subTableFkName, subTableName } = main.table;
  const shown = label(subTableName, 60);
  const key = sub.columns.find(
    ({ property, columnName }) => (columnName ?? snake(property)) === subTableFkName,
  );
  if (!key || key === sub.pk || (key.kind !== "integer" && key.kind !== "bigint")) {
    throw new GeneratorError(`关联子表 ${shown} 没有整数的外键字段 ${label(subTableFkName, 60)}`);
  }
  Object.assign(key, { isWritten: true, isRequired: true, isList: false, query: "equals" });
  Object.assign(key, { kind: "bigint" });
  asReference(sub, key);
  // The address comes from menu rows.
  const isPlain = /^(\/[\w-]+)+$/.test(page);
  if (!isPlain) main.notes.push(`「${sub.noun}」页面的地址请在 office.tsx 里核对。`);
  const items = {
    noun: sub.noun,
    module: sub.module,
    business: sub.business,
    key: key.property,
    page: isPlain ? page : `/${sub.business}`,
  };
  return {
    main: {
      ...main,
      items,
      notes: [
        ...main.notes,
        `「${sub.noun}」有自己的页面，从「${main.noun}」的行进入；不在同一张表单里编辑。`,
        `删除「${main.noun}」时，它的「${sub.noun}」一并删除（外键级联）。`,
      ],
    },
    sub: { ...sub, owner: { model: main, key } },
  };
}

import { camel, isProperty, label, pascal } from "./words.ts";

/** A column of a table in the database. */
export type FoundColumn = {
  name: string;
  comment: string;
  /** As the contract shows types: `varchar(64)`, `bigint`, `numeric(10,2)`. */
  type: string;
  isNullable: boolean;
  isPk: boolean;
  isIncrement: boolean;
};

/** What the generator is told of a table: wire 5, "GenTable", its options read. */
export type GenTable = {
  tableName: string;
  tableComment: string;
  subTableName: string;
  subTableFkName: string;
  className: string;
  tplCategory: string;
  tplWebType: string;
  packageName: string;
  moduleName: string;
  businessName: string;
  functionName: string;
  functionAuthor: string;
  formColNum: number;
  treeCode: string;
  treeParentCode: string;
  treeName: string;
  parentMenuId: number;
};

/** What it is told of a column: wire 5, "GenColumn"; flags are "1", "0" or null. */
export type GenColumn = {
  columnName: string;
  columnComment: string;
  columnType: string;
  javaType: string;
  javaField: string;
  isPk: string | null;
  isIncrement: string | null;
  isRequired: string | null;
  isInsert: string | null;
  isEdit: string | null;
  isList: string | null;
  isQuery: string | null;
  queryType: string;
  htmlType: string;
  dictType: string;
  sort: number;
};

export const CATEGORIES = ["crud", "tree", "sub"] as const;
export const CATEGORY_LABELS: Readonly<Record<string, string>> = {
  crud: "单表",
  tree: "树表",
  sub: "主子表",
};
export const WEB_TYPES = ["", "element-ui", "element-plus", "element-plus-typescript"] as const;
export const JAVA_TYPES = [
  "String",
  "Integer",
  "Long",
  "BigDecimal",
  "Double",
  "Date",
  "Boolean",
] as const;
export const QUERY_TYPES = ["EQ", "NE", "GT", "GTE", "LT", "LTE", "LIKE", "BETWEEN"] as const;
export const HTML_TYPES = [
  "input",
  "textarea",
  "select",
  "radio",
  "checkbox",
  "datetime",
  "imageUpload",
  "fileUpload",
  "editor",
] as const;

/** Columns that the server writes, by their names. */
const AUDIT = ["create_by", "create_time", "update_by", "update_time"];
/** Columns that no form shows. */
const NO_FORM = [...AUDIT, "del_flag"];

/** The menu row 系统工具, where a page hangs until somebody says more. */
const TOOLS_MENU = 3;
const PACKAGE = "org.xuehui.system";

/** Length of `varchar(64)`, precision and scale of `numeric(10,2)`; undefined where it has none. */
export const sizeOf = (type: string): number[] | undefined =>
  /\(([\d, ]+)\)/.exec(type)?.[1]?.split(",").map(Number);

/** A type without its length: `varchar`. */
export const plainType = (type: string): string => type.replace(/\(.*/s, "").trim().toLowerCase();

/** What a table starts with when it is imported: wire 4.9, with names of our own. */
export function tableDefaults(name: string, comment: string, author: string): GenTable {
  const business = camel(name.split("_").at(-1) ?? "", 30) || camel(name, 30) || "entity";
  const plain = comment.trim();
  return {
    tableName: name,
    tableComment: plain || name,
    subTableName: "",
    subTableFkName: "",
    className: pascal(name) || "Entity",
    tplCategory: "crud",
    tplWebType: "element-plus",
    packageName: PACKAGE,
    moduleName: PACKAGE.split(".").at(-1) ?? "",
    businessName: business,
    functionName: (label(plain, 50).replace(/表/g, "") || label(name, 50) || "数据").slice(0, 50),
    functionAuthor: author,
    formColNum: 1,
    treeCode: "",
    treeParentCode: "",
    treeName: "",
    parentMenuId: TOOLS_MENU,
  };
}

function javaTypeOf(type: string): string {
  const [precision = 0, scale = 0] = sizeOf(type) ?? [];
  switch (plainType(type)) {
    case "smallint":
    case "integer":
      return "Integer";
    case "bigint":
      return "Long";
    case "real":
    case "double precision":
      return "BigDecimal";
    case "numeric":
      if (scale > 0 || precision === 0) return "BigDecimal";
      return precision <= 10 ? "Integer" : "Long";
    case "boolean":
      return "Boolean";
    case "date":
    case "timestamp":
    case "timestamptz":
      return "Date";
    default:
      return "String";
  }
}

function htmlTypeOf(name: string, type: string, javaType: string): string {
  const ends = (tail: string) => name.toLowerCase().endsWith(tail);
  if (ends("status")) return "radio";
  if (ends("type") || ends("sex")) return "select";
  if (ends("image")) return "imageUpload";
  if (ends("file")) return "fileUpload";
  if (ends("content")) return "editor";
  if (javaType === "Date") return "datetime";
  if (javaType === "Boolean") return "radio";
  const isLong = plainType(type) === "text" || (sizeOf(type)?.[0] ?? 0) >= 500;
  return javaType === "String" && isLong ? "textarea" : "input";
}

/** What the columns start with when they are imported: wire 4.9. */
export function columnDefaults(found: readonly FoundColumn[]): GenColumn[] {
  const taken = new Set<string>();
  return found.map((column, index) => {
    const { name, type, isPk } = column;
    const javaType = javaTypeOf(type);
    const low = name.toLowerCase();
    const wanted = camel(name, 36);
    let javaField = isProperty(wanted) ? wanted : wanted ? `${wanted}Field` : `column${index + 1}`;
    for (let copy = 2; taken.has(javaField); copy++) javaField = `${wanted || "column"}${copy}`;
    taken.add(javaField);
    const flag = (isOn: boolean) => (isOn ? "1" : "0");
    const isShown = !isPk && !AUDIT.includes(low);
    return {
      columnName: name,
      columnComment: column.comment,
      columnType: type,
      javaType,
      javaField,
      isPk: flag(isPk),
      isIncrement: flag(column.isIncrement),
      isRequired: flag(!column.isNullable && !isPk),
      isInsert: "1",
      isEdit: flag(!isPk && !NO_FORM.includes(low)),
      isList: flag(isShown && low !== "del_flag"),
      isQuery: flag(isShown && low !== "del_flag" && low !== "remark"),
      queryType: low.endsWith("name") ? "LIKE" : "EQ",
      htmlType: htmlTypeOf(name, type, javaType),
      dictType: "",
      sort: index + 1,
    };
  });
}

/** Where the generator's calls are. */
export const PATH = "/tool/gen";

/** A column as GET /tool/gen/{tableId} answers it (wire 5, "GenColumn"). */
export type Column = {
  columnId: number;
  columnName: string;
  columnComment: string;
  columnType: string;
  javaType: string;
  javaField: string;
  isPk: string | null;
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

/** The flags of a column, in the order that they are shown in. */
export const FLAGS = [
  ["isInsert", "插入"],
  ["isEdit", "编辑"],
  ["isList", "列表"],
  ["isQuery", "查询"],
  ["isRequired", "必填"],
] as const satisfies readonly (readonly [keyof Column, string])[];

/** A configuration (wire 5, "GenTable"). */
export type Info = {
  tableId: number;
  tableName: string;
  tableComment: string;
  className: string;
  functionAuthor: string;
  remark: string;
  tplCategory: string;
  tplWebType: string;
  packageName: string;
  moduleName: string;
  businessName: string;
  functionName: string;
  formColNum: number;
  genType: string;
  genPath: string;
  subTableName: string;
  subTableFkName: string;
  treeCode: string;
  treeParentCode: string;
  treeName: string;
  parentMenuId: number;
  view: boolean;
  columns: Column[];
};

export type Answer = { data: { info: Info; rows: Column[]; tables: Info[] } };

/** Fields of the first tab, and of the last; a refused field opens its tab. */
export const BASIC = [
  "tableName",
  "tableComment",
  "className",
  "functionAuthor",
  "remark",
] as const satisfies readonly (keyof Info)[];
export const OUTPUT = [
  "tplCategory",
  "tplWebType",
  "packageName",
  "moduleName",
  "businessName",
  "functionName",
  "formColNum",
  "view",
  "parentMenuId",
  "genType",
  "genPath",
  "treeCode",
  "treeParentCode",
  "treeName",
  "subTableName",
  "subTableFkName",
] as const satisfies readonly (keyof Info)[];

export type Values = Pick<Info, (typeof BASIC)[number] | (typeof OUTPUT)[number]>;

/** Values of the form of a configuration. */
export const valuesOf = (info: Info): Values =>
  Object.fromEntries([...BASIC, ...OUTPUT].map((name) => [name, info[name]])) as Values;

/** The whole configuration, as the contract wants it sent back. */
export const bodyOf = (info: Info, values: Values, columns: readonly Column[]) => ({
  ...info,
  ...values,
  columns,
  params: {
    genView: values.view ? "1" : "0",
    treeCode: values.treeCode ?? "",
    treeName: values.treeName ?? "",
    treeParentCode: values.treeParentCode ?? "",
    parentMenuId: values.parentMenuId ?? 0,
  },
});

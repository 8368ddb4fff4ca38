import { and, eq, ne, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import {
  CATEGORIES,
  HTML_TYPES,
  JAVA_TYPES,
  QUERY_TYPES,
  WEB_TYPES,
} from "#src/lib/generator/config.ts";
import { MODULE, PROPERTY } from "#src/lib/generator/words.ts";
import { choice, type Field, readFields, text, whole } from "#src/server/fields/fields.ts";
import { AppError } from "#src/server/http/errors.ts";
import { type ColumnRow, optionsOf, readColumns, readTable, type TableRow } from "./info.server.ts";
import { genColumn, genTable } from "./table.server.ts";

type Body = Record<string, unknown>;

/** Texts and lengths: wire 4.4 and 5. A text that becomes code must be a name in code. */
export const FIELDS = {
  tableName: text("表名称", { max: 200, isRequired: true }),
  tableComment: text("表描述", { max: 500, isRequired: true }),
  className: text("实体类名称", {
    max: 60,
    isRequired: true,
    pattern: /^[A-Z][A-Za-z0-9]*$/,
    wrong: "实体类名称应以大写字母开头，只能是字母和数字",
  }),
  functionAuthor: text("作者", { max: 50, isRequired: true }),
  tplCategory: choice("生成模板", CATEGORIES),
  tplWebType: choice("前端类型", WEB_TYPES),
  packageName: text("生成包路径", {
    max: 100,
    isRequired: true,
    pattern: /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*$/i,
    wrong: "生成包路径只能是字母、数字、下划线和点",
  }),
  moduleName: nameField("生成模块名"),
  businessName: nameField("生成业务名"),
  functionName: text("生成功能名", { max: 50, isRequired: true }),
  subTableName: text("关联子表的表名", { max: 64 }),
  subTableFkName: text("子表关联的外键名", { max: 64 }),
  formColNum: choice("表单布局", ["1", "2", "3"]),
  genType: choice("生成代码方式", ["0", "1"]),
  genPath: text("自定义路径", { max: 200 }),
  remark: text("备注", { max: 500 }),
};

/** A folder and a part of the address. */
function nameField(label: string): Field {
  return text(label, {
    max: 30,
    isRequired: true,
    pattern: MODULE,
    wrong: `${label}应以小写字母开头，只能是字母和数字`,
  });
}

/** wire 4.9. */
const OPTION_FIELDS = {
  treeCode: text("树编码字段", { max: 200 }),
  treeParentCode: text("树父编码字段", { max: 200 }),
  treeName: text("树名称字段", { max: 200 }),
  parentMenuId: whole("上级菜单", { max: Number.MAX_SAFE_INTEGER }),
  genView: choice("生成详情页", ["0", "1"]),
};

const flag = (label: string) => choice(label, ["0", "1"]);

const COLUMN_FIELDS = {
  columnComment: text("字段描述", { max: 500 }),
  javaType: choice("Java类型", JAVA_TYPES),
  javaField: text("Java属性", {
    max: 200,
    isRequired: true,
    pattern: PROPERTY,
    wrong: "Java属性应以小写字母开头，只能是字母和数字，最多 40 个，且不是保留的名称",
  }),
  isRequired: flag("必填"),
  isInsert: flag("插入"),
  isEdit: flag("编辑"),
  isList: flag("列表"),
  isQuery: flag("查询"),
  queryType: choice("查询方式", QUERY_TYPES),
  htmlType: choice("显示类型", HTML_TYPES),
  dictType: text("字典类型", {
    max: 100,
    pattern: /^[A-Za-z]\w*$/,
    wrong: "字典类型只能是字母、数字和下划线",
  }),
  sort: whole("排序"),
};

/** Fields of a body, or their texts by `prefix`. */
function read(
  fields: Record<string, Field>,
  body: Body,
  isWhole: boolean,
  prefix: string,
): { values: Body; wrong: Record<string, string> } {
  try {
    return { values: readFields(fields, body, isWhole), wrong: {} };
  } catch (error) {
    if (!(error instanceof AppError) || !error.fields) throw error;
    const wrong = Object.entries(error.fields).map(([name, said]) => [prefix + name, said]);
    return { values: {}, wrong: Object.fromEntries(wrong) };
  }
}

const isObject = (value: unknown): value is Body =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Fields that the template needs beside the others. */
function templateTexts(next: Body, options: Body): Record<string, string> {
  const missing = (values: Body, name: string, label: string) =>
    values[name] ? [] : [[name, `${label}不能为空`]];
  const texts =
    next.tplCategory === "tree"
      ? [
          ...missing(options, "treeCode", "树编码字段"),
          ...missing(options, "treeParentCode", "树父编码字段"),
          ...missing(options, "treeName", "树名称字段"),
        ]
      : next.tplCategory === "sub"
        ? [
            ...missing(next, "subTableName", "关联子表的表名"),
            ...missing(next, "subTableFkName", "子表关联的外键名"),
          ]
        : [];
  return Object.fromEntries(texts);
}

/** The rows of `columns` that are this table's, with a person's changes; texts by `columns[n].`. */
function columnPatches(given: unknown, kept: readonly ColumnRow[]) {
  const rows = Array.isArray(given) ? given.filter(isObject) : [];
  const patches: { row: ColumnRow; values: Body }[] = [];
  const wrong: Record<string, string> = {};
  const names = new Map(kept.map(({ columnId, javaField }) => [columnId, javaField]));
  for (const [index, body] of rows.entries()) {
    const row = kept.find(({ columnId }) => String(columnId) === String(body.columnId));
    // Of another table, or gone since: not written.
    if (!row) continue;
    const answer = read(COLUMN_FIELDS, body, true, `columns[${index}].`);
    Object.assign(wrong, answer.wrong);
    const { javaField = row.javaField } = answer.values as { javaField?: string };
    names.set(row.columnId, javaField);
    patches.push({ row, values: answer.values });
  }
  for (const [index, body] of rows.entries()) {
    const name = names.get(Number(body.columnId));
    const isDouble = [...names.values()].filter((each) => each === name).length > 1;
    if (name && isDouble) wrong[`columns[${index}].javaField`] ??= `Java属性 ${name} 重复`;
  }
  return { patches, wrong };
}

/**
 * Saves a whole configuration (wire 4.9): every wrong field is said at once, those of columns
 * as `columns[2].javaField`. Keys that are read-only or unknown are ignored.
 */
export async function saveConfig(
  tx: Db,
  body: Body,
  tableId: number,
  userName: string,
): Promise<void> {
  const was: TableRow = await readTable(tx, tableId);
  const kept = await readColumns(tx, [tableId]);
  // Some clients keep the options at the top, all send them as `params`.
  const given = { ...body, ...(isObject(body.params) ? body.params : {}) };
  const info = read(FIELDS, body, true, "");
  const options = read(OPTION_FIELDS, given, false, "");
  const { formColNum, ...patch } = info.values;
  const merged = { ...optionsOf(was), ...options.values };
  const columns = columnPatches(body.columns, kept);
  const wrong: Record<string, string> = {
    ...info.wrong,
    ...options.wrong,
    ...templateTexts({ ...was, ...patch }, merged),
    ...columns.wrong,
  };
  const [first] = Object.values(wrong);
  if (first) throw new AppError(first, { fields: wrong });
  const [other] = await tx
    .select({ id: genTable.tableId })
    .from(genTable)
    .where(and(eq(genTable.tableName, String(patch.tableName)), ne(genTable.tableId, tableId)));
  if (other) throw new AppError("表名称已存在", { fields: { tableName: "表名称已存在" } });
  const signed = { updateBy: userName, updateTime: sql`now()` };
  await tx
    .update(genTable)
    .set({
      ...patch,
      ...(formColNum === undefined ? {} : { formColNum: Number(formColNum) }),
      options: JSON.stringify(merged),
      ...signed,
    })
    .where(eq(genTable.tableId, tableId));
  for (const { row, values } of columns.patches) {
    await tx
      .update(genColumn)
      .set({ ...values, ...signed })
      .where(eq(genColumn.columnId, row.columnId));
  }
}

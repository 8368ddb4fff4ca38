import { columnTypeOf } from "./column-types.ts";
import { type Reader, readerOf } from "./sql-reader.ts";
import { SqlError, tokensOf } from "./sql-tokens.ts";

/** A default that is a plain value: nothing of it is ever run. */
export type DefaultValue =
  | { kind: "string" | "number"; text: string }
  | { kind: "true" | "false" | "now" };

export type DeclaredColumn = {
  name: string;
  /** One of the white list, with its length: `varchar(64)`. */
  type: string;
  isNotNull: boolean;
  isIdentity: boolean;
  comment: string;
  initial: DefaultValue | undefined;
};

export type DeclaredTable = {
  name: string;
  comment: string;
  columns: DeclaredColumn[];
  primaryKey: string[];
  unique: string[][];
};

const MAX_SQL = 64_000;
const MAX_TABLES = 20;
const MAX_COLUMNS = 200;
const MAX_COMMENT = 500;
const NAME = /^[\p{L}_][\p{L}\p{N}_]*$/u;
/** Names of the database's own and of tables the generator does not show. */
const TAKEN = /^(pg_|gen_|pgboss|sql_|information_schema)/i;

/**
 * Reads CREATE TABLE statements of MySQL's or PostgreSQL's kind into a model. Nothing else is
 * accepted, and nothing of the text is ever executed. @throws SqlError with the line.
 */
export function parseTables(sql: string): DeclaredTable[] {
  if (sql.length > MAX_SQL) throw new SqlError(1, `语句过长，最多 ${MAX_SQL} 个字符`);
  const reader = readerOf(tokensOf(sql));
  const tables: DeclaredTable[] = [];
  for (;;) {
    while (reader.takeSign(";"));
    if (reader.peek().kind === "end") break;
    const { line } = reader.peek();
    const table = readTable(reader);
    if (tables.some(({ name }) => name === table.name)) {
      throw new SqlError(line, `表 ${table.name} 写了两次`);
    }
    tables.push(table);
    if (tables.length > MAX_TABLES) throw new SqlError(line, `一次最多 ${MAX_TABLES} 张表`);
    const end = reader.peek();
    if (end.kind !== "end" && !reader.takeSign(";")) {
      throw new SqlError(end.line, `${end.text} 不能写在这里，语句之间用分号隔开`);
    }
  }
  if (tables.length === 0) throw new SqlError(1, "请填写 CREATE TABLE 语句");
  return tables;
}

function readName(reader: Reader, what: string): string {
  const { kind, text, line } = reader.next();
  if (kind !== "word" && kind !== "name") throw new SqlError(line, `缺少${what}`);
  if (!NAME.test(text)) throw new SqlError(line, `${what} ${text} 只能是文字、数字和下划线`);
  if (new TextEncoder().encode(text).length > 63) {
    throw new SqlError(line, `${what}过长，最多 63 个字节`);
  }
  return text;
}

function readTable(reader: Reader): DeclaredTable {
  const start = reader.peek();
  if (!reader.takeWords("CREATE", "TABLE")) {
    throw new SqlError(start.line, `只接受 CREATE TABLE 语句，这里是 ${start.text}`);
  }
  reader.takeWords("IF", "NOT", "EXISTS");
  const { line } = reader.peek();
  const name = readName(reader, "表名");
  if (reader.takeSign(".")) throw new SqlError(line, "表名前不能写数据库或模式");
  if (TAKEN.test(name)) throw new SqlError(line, `表名不能以 ${TAKEN.exec(name)?.[0]} 开头`);
  const table: DeclaredTable = { name, comment: "", columns: [], primaryKey: [], unique: [] };
  reader.needSign("(");
  do readItem(reader, table);
  while (reader.takeSign(","));
  reader.needSign(")");
  readOptions(reader, table);
  check(table, line);
  return table;
}

const names = (reader: Reader): string[] => {
  const all: string[] = [];
  reader.needSign("(");
  do {
    all.push(readName(reader, "字段名"));
    // Length of a prefix, and the direction: of no matter to the model.
    if (reader.takeSign("(")) {
      reader.needNumber("长度");
      reader.needSign(")");
    }
    if (!reader.takeWords("ASC")) reader.takeWords("DESC");
  } while (reader.takeSign(","));
  reader.needSign(")");
  return all;
};

/** The end of a key, after its columns: method and comment. */
function skipKeyOptions(reader: Reader): void {
  for (;;) {
    if (reader.takeWords("USING")) reader.next();
    else if (reader.takeWords("COMMENT")) reader.needString("注释");
    else return;
  }
}

function readItem(reader: Reader, table: DeclaredTable): void {
  const { line } = reader.peek();
  const isNamed = reader.takeWords("CONSTRAINT");
  if (isNamed && !["PRIMARY", "UNIQUE"].includes(reader.peek().text.toUpperCase())) {
    readName(reader, "约束名");
  }
  const skipName = () => {
    const { kind, text } = reader.peek();
    if (kind === "name" || (kind === "word" && text !== "(")) reader.next();
  };
  if (reader.takeWords("PRIMARY", "KEY")) {
    if (table.primaryKey.length > 0) throw new SqlError(line, "主键只能写一次");
    table.primaryKey = names(reader);
    skipKeyOptions(reader);
  } else if (reader.takeWords("UNIQUE")) {
    if (!reader.takeWords("KEY")) reader.takeWords("INDEX");
    skipName();
    table.unique.push(names(reader));
    skipKeyOptions(reader);
  } else if (
    isNamed ||
    ["FOREIGN", "CHECK", "EXCLUDE", "LIKE"].some((word) => reader.takeWords(word))
  ) {
    throw new SqlError(line, "不支持外键、CHECK 和其他约束，请去掉这一行");
  } else if (reader.takeWords("KEY") || reader.takeWords("INDEX")) {
    // An index changes nothing in the generated code.
    skipName();
    names(reader);
    skipKeyOptions(reader);
  } else {
    table.columns.push(readColumn(reader, table));
    if (table.columns.length > MAX_COLUMNS) {
      throw new SqlError(line, `一张表最多 ${MAX_COLUMNS} 个字段`);
    }
  }
}

function readColumn(reader: Reader, table: DeclaredTable): DeclaredColumn {
  const { line } = reader.peek();
  const name = readName(reader, "字段名");
  const { type, isSerial } = columnTypeOf(reader, name);
  const column: DeclaredColumn = {
    name,
    type,
    isNotNull: isSerial,
    isIdentity: isSerial,
    comment: "",
    initial: undefined,
  };
  for (;;) {
    const here = reader.peek();
    if (reader.takeWords("NOT", "NULL")) column.isNotNull = true;
    else if (reader.takeWords("NULL")) column.isNotNull = false;
    else if (reader.takeWords("DEFAULT")) column.initial = readDefault(reader, name);
    else if (reader.takeWords("AUTO_INCREMENT")) column.isIdentity = true;
    else if (reader.takeWords("PRIMARY", "KEY")) {
      if (table.primaryKey.length > 0) throw new SqlError(here.line, "主键只能写一次");
      table.primaryKey = [name];
    } else if (reader.takeWords("UNIQUE")) {
      reader.takeWords("KEY");
      table.unique.push([name]);
    } else if (reader.takeWords("COMMENT")) column.comment = reader.needString("注释");
    else if (reader.takeWords("ON", "UPDATE")) readDefault(reader, name);
    else if (reader.takeWords("CHARACTER", "SET") || reader.takeWords("COLLATE")) reader.next();
    else if (reader.takeWords("GENERATED")) {
      const isByDefault = reader.takeWords("ALWAYS") || reader.takeWords("BY", "DEFAULT");
      if (!isByDefault || !reader.takeWords("AS", "IDENTITY")) {
        throw new SqlError(here.line, `字段 ${name} 的 GENERATED 只能是 AS IDENTITY`);
      }
      column.isIdentity = true;
    } else if ([",", ")"].includes(here.text) && here.kind === "sign") break;
    else throw new SqlError(here.line, `字段 ${name} 的定义里不能写 ${here.text || "到这里为止"}`);
  }
  if (column.isIdentity && !["smallint", "integer", "bigint"].includes(type)) {
    throw new SqlError(line, `字段 ${name} 不是整数，不能自增`);
  }
  return column;
}

function readDefault(reader: Reader, name: string): DefaultValue | undefined {
  const token = reader.next();
  const word = token.kind === "word" ? token.text.toUpperCase() : "";
  if (token.kind === "string") return { kind: "string", text: token.text };
  if (token.kind === "number") return { kind: "number", text: token.text };
  if (token.kind === "sign" && (token.text === "-" || token.text === "+")) {
    const { kind, text } = reader.next();
    if (kind === "number") return { kind, text: token.text === "-" ? `-${text}` : text };
  }
  if (word === "NULL") return undefined;
  if (word === "TRUE") return { kind: "true" };
  if (word === "FALSE") return { kind: "false" };
  if (["CURRENT_TIMESTAMP", "NOW", "LOCALTIMESTAMP", "CURRENT_DATE"].includes(word)) {
    if (reader.takeSign("(")) {
      if (reader.peek().kind === "number") reader.next();
      reader.needSign(")");
    }
    return { kind: "now" };
  }
  // MySQL writes bits as b'0'.
  if (word === "B" && reader.peek().kind === "string") {
    return { kind: reader.next().text === "0" ? "false" : "true" };
  }
  throw new SqlError(token.line, `字段 ${name} 的默认值只能是文字、数字、TRUE、FALSE 或当前时间`);
}

/** ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COMMENT='…': only the comment matters. */
function readOptions(reader: Reader, table: DeclaredTable): void {
  for (;;) {
    reader.takeSign(",");
    reader.takeWords("DEFAULT");
    if (reader.takeWords("COMMENT")) {
      reader.takeSign("=");
      table.comment = reader.needString("注释");
    } else if (
      ["ENGINE", "CHARSET", "COLLATE", "AUTO_INCREMENT", "ROW_FORMAT"].some((word) =>
        reader.takeWords(word),
      ) ||
      reader.takeWords("CHARACTER", "SET")
    ) {
      reader.takeSign("=");
      reader.next();
    } else return;
  }
}

function check(table: DeclaredTable, line: number): void {
  const columns = table.columns.map(({ name }) => name);
  if (columns.length === 0) throw new SqlError(line, `表 ${table.name} 没有字段`);
  const double = columns.find((name, index) => columns.indexOf(name) !== index);
  if (double) throw new SqlError(line, `表 ${table.name} 的字段 ${double} 写了两次`);
  const lost = [table.primaryKey, ...table.unique].flat().find((name) => !columns.includes(name));
  if (lost) throw new SqlError(line, `表 ${table.name} 没有字段 ${lost}`);
  const long = [table, ...table.columns].find(({ comment }) => comment.length > MAX_COMMENT);
  if (long) throw new SqlError(line, `${long.name} 的注释过长，最多 ${MAX_COMMENT} 个字符`);
  if (table.columns.filter(({ isIdentity }) => isIdentity).length > 1) {
    throw new SqlError(line, `表 ${table.name} 只能有一个自增字段`);
  }
}

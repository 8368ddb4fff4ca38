import type { Reader } from "./sql-reader.ts";
import { SqlError } from "./sql-tokens.ts";

const WHOLE: Readonly<Record<string, string>> = {
  TINYINT: "smallint",
  SMALLINT: "smallint",
  INT2: "smallint",
  YEAR: "smallint",
  MEDIUMINT: "integer",
  INT: "integer",
  INTEGER: "integer",
  INT4: "integer",
  BIGINT: "bigint",
  INT8: "bigint",
};
const SERIAL: Readonly<Record<string, string>> = {
  SMALLSERIAL: "smallint",
  SERIAL: "integer",
  BIGSERIAL: "bigint",
};
const PLAIN: Readonly<Record<string, string>> = {
  TINYTEXT: "text",
  TEXT: "text",
  MEDIUMTEXT: "text",
  LONGTEXT: "text",
  JSON: "jsonb",
  JSONB: "jsonb",
  DATE: "date",
  BOOL: "boolean",
  BOOLEAN: "boolean",
  UUID: "uuid",
};

const MAX_LENGTH = 65_535;
const MAX_DIGITS = 38;

/**
 * Reads a column's type and gives the PostgreSQL type of the white list that stands for it.
 * @throws SqlError for any other.
 */
export function columnTypeOf(reader: Reader, column: string): { type: string; isSerial: boolean } {
  const { kind, text, line } = reader.next();
  const word = kind === "word" ? text.toUpperCase() : "";
  const wrong = (why: string) => new SqlError(line, `字段 ${column} 的${why}`);
  const sizes = (most: number): number[] => {
    const all: number[] = [];
    if (!reader.takeSign("(")) return all;
    do all.push(reader.needNumber("长度"));
    while (reader.takeSign(","));
    reader.needSign(")");
    if (all.length > most) throw wrong("长度写多了");
    return all;
  };
  const plain = (type: string) => ({ type, isSerial: false });

  if (WHOLE[word]) {
    sizes(1);
    const isUnsigned = reader.takeWords("UNSIGNED");
    reader.takeWords("ZEROFILL");
    // Twice as many numbers need the next larger one.
    return plain(isUnsigned && WHOLE[word] === "integer" ? "bigint" : WHOLE[word]);
  }
  if (SERIAL[word]) return { type: SERIAL[word], isSerial: true };
  if (PLAIN[word]) {
    sizes(1);
    return plain(PLAIN[word]);
  }
  switch (word) {
    case "VARCHAR":
    case "CHAR":
    case "CHARACTER":
    case "NVARCHAR": {
      const isVarying = word.includes("VARCHAR") || reader.takeWords("VARYING");
      const [length] = sizes(1);
      if (length === 0 || (length ?? 0) > MAX_LENGTH) throw wrong(`长度应为 1 到 ${MAX_LENGTH}`);
      if (isVarying) return plain(length === undefined ? "text" : `varchar(${length})`);
      return plain(`char(${length ?? 1})`);
    }
    case "DECIMAL":
    case "NUMERIC":
    case "DEC": {
      const [precision = 10, scale = 0] = sizes(2);
      if (precision < 1 || precision > MAX_DIGITS || scale > precision) {
        throw wrong(`位数应为 1 到 ${MAX_DIGITS}，小数位不多于总位数`);
      }
      reader.takeWords("UNSIGNED");
      return plain(`numeric(${precision},${scale})`);
    }
    case "FLOAT":
    case "FLOAT4":
    case "FLOAT8":
    case "REAL":
    case "DOUBLE":
      reader.takeWords("PRECISION");
      sizes(2);
      reader.takeWords("UNSIGNED");
      return plain("double precision");
    case "DATETIME":
    case "TIMESTAMP":
    case "TIMESTAMPTZ": {
      const [digits = 0] = sizes(1);
      if (digits > 6) throw wrong("秒的小数位最多 6 位");
      const hasZone = reader.takeWords("WITH", "TIME", "ZONE") || word === "TIMESTAMPTZ";
      reader.takeWords("WITHOUT", "TIME", "ZONE");
      return plain(hasZone ? "timestamptz" : "timestamp");
    }
    case "TIME":
      sizes(1);
      reader.takeWords("WITHOUT", "TIME", "ZONE");
      return plain("time");
    case "BIT":
      if ((sizes(1)[0] ?? 1) !== 1) throw wrong("类型 BIT 只能是一位");
      return plain("boolean");
    case "ENUM":
    case "SET":
      throw wrong(`类型 ${word} 请改为 varchar，取值用字典`);
    default:
      throw wrong(text ? `类型 ${text} 不在可用的类型之内` : "类型没有写");
  }
}

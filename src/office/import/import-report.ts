/**
 * The report of an import as lines of plain text: the contract sends HTML with `<br/>`, written with
 * people's data in it, so nothing of it is ever put into the page as markup (wire 4.8 and 12).
 */
export function linesOf(msg: string): string[] {
  return msg
    .split(/<br\s*\/?>|\n/i)
    .map((line) => entities(line).trim())
    .filter(Boolean);
}

const NAMED: Readonly<Record<string, string>> = {
  lt: "<",
  gt: ">",
  quot: '"',
  amp: "&",
  nbsp: " ",
};

/** Text that the server escaped is read back. */
const entities = (text: string): string =>
  text.replace(
    /&(?:(lt|gt|quot|amp|nbsp)|#(\d{1,6})|#x([\da-f]{1,5}));/gi,
    (all, name, ten, hex) => {
      if (name) return NAMED[String(name).toLowerCase()] ?? all;
      const code = ten ? Number(ten) : Number.parseInt(hex, 16);
      return code > 31 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
    },
  );

/** Bytes that the server takes of one file. */
const MAX_BYTES = 5 * 1024 * 1024;

/** The fault of a chosen file, before it is sent; undefined when it may be a workbook. */
export function fileProblem({ name, size }: Pick<File, "name" | "size">): string | undefined {
  if (/\.xls$/i.test(name)) return "不支持旧版 xls 文件，请先在 Excel 中另存为 xlsx 格式";
  if (!/\.xlsx$/i.test(name)) return "文件格式不正确，请选择 xlsx 格式的文件";
  return size > MAX_BYTES ? "文件不能超过 5 MB，请拆分成几个文件" : undefined;
}

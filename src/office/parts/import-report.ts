/**
 * The report of an import as lines of plain text: the contract sends HTML with `<br/>`, written with
 * people's data in it, so nothing of it is ever put into the page as markup (wire-contract 4.8, 12).
 */
export function reportLines(msg: string): string[] {
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

/** What the server escaped is read back as the text it was. */
const entities = (text: string): string =>
  text.replace(
    /&(?:(lt|gt|quot|amp|nbsp)|#(\d{1,6})|#x([\da-f]{1,5}));/gi,
    (all, name, ten, hex) => {
      if (name) return NAMED[String(name).toLowerCase()] ?? all;
      const code = ten ? Number(ten) : Number.parseInt(hex, 16);
      return code > 31 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
    },
  );

/** Text for a file that is no workbook; undefined when it is one. */
export const fileProblem = (name: string): string | undefined =>
  /\.xlsx?$/i.test(name) ? undefined : "文件格式不正确, 请上传xls/xlsx格式文件!";

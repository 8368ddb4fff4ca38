import { reportLine } from "#src/server/workbook/wrong-rows.ts";
import type { Checked, Outcome } from "./import-check.server.ts";

// The report of an import in the contract's words (wire 4.8), one line a row.

const MAX_ERRORS = 200;

const report = (title: string, lines: string[]) =>
  [title, ...lines.map((line, index) => `${index + 1}、${reportLine(line)}`)].join("<br/>");

function errorReport(title: string, outcomes: readonly Outcome[]): string {
  const lines = outcomes.flatMap(({ record, ...outcome }) =>
    outcome.checked
      ? []
      : [`账号 ${record.values.userName} ${outcome.said}（第 ${record.number} 行）`],
  );
  const rest = lines.length - MAX_ERRORS;
  return report(title, lines.slice(0, MAX_ERRORS)) + (rest > 0 ? `<br/>……另有 ${rest} 条错误` : "");
}

/** Nothing was written. */
export const failure = (outcomes: readonly Outcome[]): string => {
  const wrong = outcomes.filter(({ checked }) => !checked).length;
  const title = `很抱歉，导入失败！共 ${wrong} 条数据格式不正确，错误如下：`;
  return `${errorReport(title, outcomes)}<br/>没有写入任何数据，请改正后重新导入。`;
};

export function success(written: readonly Checked[]): string {
  const lines = written.map(
    ({ values, before }) => `账号 ${values.userName} ${before ? "更新" : "导入"}成功`,
  );
  return report(`恭喜您，数据已全部导入成功！共 ${lines.length} 条，数据如下：`, lines);
}

/** Some rows were written, as was wished; those that were not are named. */
export const partSuccess = (outcomes: readonly Outcome[], written: number): string =>
  errorReport(
    `已导入 ${written} 条数据，另有 ${outcomes.length - written} 条有问题，没有导入：`,
    outcomes,
  );

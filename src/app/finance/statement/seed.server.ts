import fs from "node:fs/promises";
import path from "node:path";
import { and, eq, inArray } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { STATE_CODES } from "#src/lib/membership/sign-life.ts";
import { daysAfter } from "#src/lib/membership/terms.ts";
import { formatDay } from "#src/lib/text/dates.ts";
import { gbk } from "#src/lib/text/gbk.ts";
import { moneyShown } from "#src/lib/text/money.ts";
import type { Env } from "#src/server/start/env.ts";
import { sign } from "../../system/sign/table.server.ts";
import { payment } from "../table.server.ts";

/** After the applications of the demo society. */
export const order = 70;

/** Where the demo society's statement lies, below DATA_DIR. */
const FILE = "demo/bank-statement.csv";

const HEAD = "交易日期,交易时间,凭证号,收入金额,支出金额,余额,对方户名,对方账号,摘要,附言";

type Money = { payer: string; fen: number; remark: string; isOut?: true };

/** What people do with a transfer, one after the other: most write the reference, some do not. */
function moneyFor(
  nth: number,
  row: { name: string; reference: string; dueFen: number; payer: string | null },
): Money {
  const { name, reference, dueFen } = row;
  const plain = { payer: row.payer ?? name, fen: dueFen, remark: `会费 ${reference}` };
  const kind = nth % 12;
  if (kind === 4) return { ...plain, remark: "会费" };
  if (kind === 6) return { ...plain, fen: Math.round(dueFen / 2) };
  if (kind === 8) return { ...plain, fen: dueFen + 5_000 };
  if (kind === 9) return { ...plain, payer: "王建国", remark: `代${name}交会费` };
  return kind === 2 ? { ...plain, remark: reference.toLowerCase() } : plain;
}

const OTHERS: readonly Money[] = [
  { payer: "云川市供电公司", fen: 86_420, remark: "十月电费", isOut: true },
  { payer: "中国电信云川分公司", fen: 29_900, remark: "宽带", isOut: true },
  { payer: "云川市教育局", fen: 5_000_000, remark: "家庭教育指导服务项目款" },
  { payer: "利息", fen: 3_127, remark: "结息" },
];

/** Puts a statement beside the data that fits the applications waiting for money: GBK, as a bank exports it. */
export async function demo(db: Db, env: Env): Promise<void> {
  const { waitPay, payReview, payFailed } = STATE_CODES;
  const rows = await db
    .select({
      name: sign.name,
      reference: sign.reference,
      dueFen: sign.dueFen,
      payer: payment.payerName,
    })
    .from(sign)
    .leftJoin(payment, and(eq(payment.signId, sign.id), eq(payment.state, 0)))
    .where(inArray(sign.state, [waitPay, payReview, payFailed]))
    .orderBy(sign.id);
  if (rows.length === 0) return;
  const money = rows.map((row, nth) => moneyFor(nth, { ...row, reference: row.reference ?? "" }));
  money.splice(2, 0, ...OTHERS.slice(0, 2));
  money.splice(9, 0, ...OTHERS.slice(2));
  const today = formatDay(new Date());
  let balance = 12_345_678;
  const lines = money.map(({ payer, fen, remark, isOut }, nth) => {
    const day = daysAfter(today, Math.floor(nth / 5) - Math.ceil(money.length / 5));
    const clock = `${9 + (nth % 8)}`.padStart(2, "0");
    balance += isOut ? -fen : fen;
    return [
      day.replaceAll("-", ""),
      `${clock}:${String((nth * 7) % 60).padStart(2, "0")}:05`,
      `${day.replaceAll("-", "")}${String(30_001 + nth * 17)}`,
      isOut ? "" : `"${moneyShown(fen)}"`,
      isOut ? `"${moneyShown(fen)}"` : "",
      `"${moneyShown(balance)}"`,
      payer,
      `62220210${String(10_000_000_000 + nth * 7_919)}`,
      "转账",
      remark,
    ].join(",");
  });
  const text = [
    "演示银行 账户交易明细",
    "户名：云川市家庭教育学会,币种：人民币",
    "",
    HEAD,
    ...lines,
    `合计,,,${money.length} 笔`,
    "",
  ].join("\r\n");
  const file = path.join(env.dataDir, FILE);
  await fs.mkdir(path.dirname(file), { recursive: true });
  await fs.writeFile(file, gbk(text));
}

import type { Db } from "../../db/client.ts";
import { wording } from "./table.server.ts";

export const order = 45;

/** product 7.6: no authority issues or authorises such certificates. */
const WORDS: readonly [word: string, suggestion: string][] = [
  ["国家认证", "学习（结业）证明"],
  ["职业资格", "学习（结业）证明"],
  ["持证上岗", "完成学习"],
  ["包过", ""],
];

/** Only where there are none: a word that staff removed stays removed. */
export async function base(db: Db): Promise<void> {
  const there = await db.select({ id: wording.id }).from(wording).limit(1);
  if (there.length > 0) return;
  await db.insert(wording).values(
    WORDS.map(([word, suggestion]) => ({
      word,
      suggestion,
      level: "block",
      kind: "证书用语",
      remark: "家庭教育指导类培训不设国家职业资格，证书与课程页面不得这样宣传。",
      createBy: "system",
    })),
  );
}

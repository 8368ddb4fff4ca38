import type { Db } from "#src/db/client.ts";
import { forerunner } from "./table.server.ts";

export const order = 50;

type Row = readonly [name: string, kind: string, province: string, batch: number, intro: string];

/** Fictional places and units. */
const ROWS: readonly Row[] = [
  ["云川市河西区", "1", "51", 2024, "十二个街道都有家庭教育指导站，每周两个晚上开门。"],
  ["澄江市", "1", "53", 2023, "把家长课堂排进社区活动表，祖辈单独成班。"],
  ["海晏市临港新区", "1", "37", 2025, "企业工会设家长驿站，倒班职工也能听课。"],
  ["青禾实验学校", "2", "32", 2024, "家访有预约、有记录、有回音，教师不谈排名。"],
  ["南屏区妇女儿童活动中心", "2", "44", 2023, "开放亲子阅读角，照护者小组每月一次。"],
  ["松塘街道家庭教育指导站", "2", "33", 2025, "倾听一刻钟：居民坐下来先说，指导员后讲。"],
  ["北岭镇中心小学", "2", "61", 2024, "寄宿生每周一通视频电话，家长按季到校。"],
  ["“灯下半小时”家长互助组", "3", "11", 2025, "四十个家庭约定，晚饭后的半小时不看手机。"],
  ["柳湾社区祖辈课堂", "3", "34", 2023, "大字讲义，四十分钟一课，三年没有停过。"],
];

export async function demo(db: Db): Promise<void> {
  await db.insert(forerunner).values(
    ROWS.map(([placeName, kind, province, batch, intro], index) => ({
      placeName,
      kind,
      province,
      batch,
      intro,
      orderNum: index + 1,
      createBy: "system",
    })),
  );
}

import type { Db } from "#src/db/client.ts";
import { programme } from "./table.server.ts";

export const order = 50;

type Row = Omit<typeof programme.$inferInsert, "orderNum">;

const outline = (...parts: string[]) =>
  `<ol>${parts.map((part) => `<li>${part}</li>`).join("")}</ol>`;

/** Fictional; the articles of the demo tell of the same courses. */
const PROGRAMMES: Row[] = [
  {
    programmeName: "家庭教育指导能力研修",
    intro: "从倾听、记录到转介，学会一次完整的家庭教育指导。",
    audience: "4",
    mode: "2",
    hours: 48,
    content: outline(
      "家庭教育促进法与指导服务的边界",
      "倾听与提问",
      "记录与评估",
      "转介与伦理",
      "同伴督导四次",
    ),
  },
  {
    programmeName: "困难谈话工作坊",
    intro: "写给班主任：消息不好的时候，怎样和家长坐下来谈。",
    audience: "1",
    mode: "0",
    hours: 12,
    content: outline("谈话前的准备", "先说事实", "一起定下一步", "谈不下去的时候"),
  },
  {
    programmeName: "祖辈课堂带领者培训",
    intro: "学会给祖辈讲课：大字讲义，四十分钟，少讲道理多举例。",
    audience: "3",
    mode: "0",
    hours: 16,
    content: outline("祖辈怎样学习", "一堂课的样子", "三代人商量一件事", "试讲与评议"),
  },
  {
    programmeName: "家长夜校",
    intro: "每周一晚，线上一小时，讲一个家里正在发生的问题。",
    audience: "2",
    mode: "1",
    hours: 10,
    content: outline("作业与陪伴", "手机与约定", "情绪来了怎么办", "怎样道歉", "家庭会议"),
  },
];

export async function demo(db: Db): Promise<void> {
  await db
    .insert(programme)
    .values(PROGRAMMES.map((row, index) => ({ ...row, orderNum: index + 1, createBy: "system" })));
}

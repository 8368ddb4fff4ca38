import type { Db } from "../../db/client.ts";
import { link } from "./table.server.ts";

export const order = 50;

/** Fictional bodies on hosts that are reserved for examples. */
const LINKS: [name: string, host: string][] = [
  ["云川师范大学教育学部", "yunchuan.example.org"],
  ["澄江市妇女儿童活动中心", "chengjiang.example.org"],
  ["青禾出版社", "qinghe.example.org"],
  ["南屏家庭教育研究院", "nanping.example.org"],
  ["海晏社区学院", "haiyan.example.org"],
  ["禾木公益基金会", "hemu.example.org"],
  ["家校共育数字资源库", "resources.example.org"],
];

export async function demo(db: Db): Promise<void> {
  await db
    .insert(link)
    .values(
      LINKS.map(([linkName, host], index) => ({
        linkName,
        linkUrl: `https://${host}/`,
        orderNum: index + 1,
        createBy: "system",
      })),
    )
    .onConflictDoNothing();
}

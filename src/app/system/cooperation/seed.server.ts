import type { Db } from "#src/db/client.ts";
import { cooperation } from "./table.server.ts";

export const order = 50;

/** Fictional bodies on hosts that are reserved for examples. */
const BODIES: [name: string, host: string, mark: string][] = [
  ["云川师范大学", "yunchuan.example.org", "house"],
  ["澄江妇儿中心", "chengjiang.example.org", "tree"],
  ["青禾出版社", "qinghe.example.org", "book"],
  ["南屏研究院", "nanping.example.org", "hexagon"],
  ["海晏社区学院", "haiyan.example.org", "waves"],
  ["禾木基金会", "hemu.example.org", "leaf"],
];

export async function demo(db: Db): Promise<void> {
  await db
    .insert(cooperation)
    .values(
      BODIES.map(([linkName, host, mark], index) => ({
        linkName,
        linkUrl: `https://${host}/`,
        logo: `mark:${mark}`,
        orderNum: index + 1,
        createBy: "system",
      })),
    )
    .onConflictDoNothing();
}

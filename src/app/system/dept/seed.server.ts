import { sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { dept, roleDept } from "./table.server.ts";

export const order = 22;

/** wire 6: ids and structure as there, names of a society. */
const ROWS: [deptId: number, parentId: number, ancestors: string, deptName: string][] = [
  [100, 0, "0", "全国家庭教育学会"],
  [101, 100, "0,100", "秘书处"],
  [102, 100, "0,100", "分支机构"],
  [103, 101, "0,100,101", "学术部"],
  [104, 101, "0,100,101", "会员部"],
  [105, 101, "0,100,101", "培训部"],
  [106, 101, "0,100,101", "财务部"],
  [107, 101, "0,100,101", "信息部"],
  [108, 102, "0,100,102", "家庭教育指导专业委员会"],
  [109, 102, "0,100,102", "家校协作专业委员会"],
];

export async function base(db: Db): Promise<void> {
  const there = await db.select({ id: dept.deptId }).from(dept).limit(1);
  if (there.length > 0) return;
  await db.insert(dept).values(
    ROWS.map(([deptId, parentId, ancestors, deptName], index) => ({
      deptId,
      parentId,
      ancestors,
      deptName,
      orderNum: index,
      createBy: "system",
    })),
  );
  await db.insert(roleDept).values([100, 101, 105].map((deptId) => ({ roleId: 2, deptId })));
  await db.execute(sql`select setval(pg_get_serial_sequence('sys_dept', 'dept_id'), 200, false)`);
}

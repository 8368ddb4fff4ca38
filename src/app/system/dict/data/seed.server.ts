import { sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { dictType } from "../type/table.server.ts";
import { dictData } from "./table.server.ts";

export const order = 15;

type Entry = [value: string, label: string, listClass?: string];

const NORMAL: Entry[] = [
  ["0", "正常", "primary"],
  ["1", "停用", "danger"],
];

/** wire 6, in its order. */
const DICTIONARIES: [type: string, name: string, entries: Entry[]][] = [
  [
    "sys_user_sex",
    "用户性别",
    [
      ["0", "男"],
      ["1", "女"],
      ["2", "未知"],
    ],
  ],
  [
    "sys_show_hide",
    "菜单状态",
    [
      ["0", "显示", "primary"],
      ["1", "隐藏", "danger"],
    ],
  ],
  ["sys_normal_disable", "系统开关", NORMAL],
  [
    "sys_job_status",
    "任务状态",
    [
      ["0", "正常", "primary"],
      ["1", "暂停", "danger"],
    ],
  ],
  [
    "sys_job_group",
    "任务分组",
    [
      ["DEFAULT", "默认"],
      ["SYSTEM", "系统"],
    ],
  ],
  [
    "sys_yes_no",
    "系统是否",
    [
      ["Y", "是", "primary"],
      ["N", "否", "danger"],
    ],
  ],
  [
    "sys_notice_type",
    "通知类型",
    [
      ["1", "通知", "warning"],
      ["2", "公告", "success"],
    ],
  ],
  [
    "sys_notice_status",
    "通知状态",
    [
      ["0", "正常", "primary"],
      ["1", "关闭", "danger"],
    ],
  ],
  [
    "sys_oper_type",
    "操作类型",
    [
      ["1", "新增", "info"],
      ["2", "修改", "info"],
      ["3", "删除", "danger"],
      ["4", "授权", "primary"],
      ["5", "导出", "warning"],
      ["6", "导入", "warning"],
      ["7", "强退", "danger"],
      ["8", "生成代码", "warning"],
      ["9", "清空数据", "danger"],
      ["0", "其他", "info"],
    ],
  ],
  [
    "sys_common_status",
    "系统状态",
    [
      ["0", "成功", "primary"],
      ["1", "失败", "danger"],
    ],
  ],
];

export async function base(db: Db): Promise<void> {
  const there = await db.select({ id: dictType.dictId }).from(dictType).limit(1);
  if (there.length > 0) return;
  await db
    .insert(dictType)
    .values(
      DICTIONARIES.map(([type, dictName]) => ({ dictType: type, dictName, createBy: "system" })),
    );
  await db.insert(dictData).values(
    DICTIONARIES.flatMap(([type, , entries]) =>
      entries.map(([dictValue, dictLabel, listClass = ""], index) => ({
        dictType: type,
        dictValue,
        dictLabel,
        listClass,
        dictSort: type === "sys_oper_type" && dictValue === "0" ? 99 : index + 1,
        createBy: "system",
      })),
    ),
  );
  for (const [table, column] of [
    ["sys_dict_type", "dict_id"],
    ["sys_dict_data", "dict_code"],
  ]) {
    await db.execute(sql`select setval(pg_get_serial_sequence(${table}, ${column}), 100, false)`);
  }
}

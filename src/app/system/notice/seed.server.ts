import { sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { notice } from "./table.server.ts";

export const order = 25;

/** Three rows of types 2, 1, 1 (wire 6), with words for a new staff member. */
const ROWS = [
  {
    noticeId: 1,
    noticeTitle: "欢迎使用学会管理系统",
    noticeType: "2",
    noticeContent:
      "<p>左侧菜单按您的角色显示。按 <strong>Ctrl K</strong> 可以搜索功能，右上角可以调整界面大小与主题颜色。</p>",
  },
  {
    noticeId: 2,
    noticeTitle: "请先修改初始密码",
    noticeType: "1",
    noticeContent:
      "<p>由系统生成或管理员代设的密码，请在第一次登录后到“个人中心”修改。建议同时开启两步验证。</p>",
  },
  {
    noticeId: 3,
    noticeTitle: "个人信息处理提醒",
    noticeType: "1",
    noticeContent:
      "<p>会员的手机号、证件号默认隐藏。因工作需要查看时，请遵循最少必要的原则，查看与导出都会留下记录。</p>",
  },
];

export async function base(db: Db): Promise<void> {
  const there = await db.select({ id: notice.noticeId }).from(notice).limit(1);
  if (there.length > 0) return;
  await db.insert(notice).values(ROWS.map((row) => ({ ...row, createBy: "system" })));
  await db.execute(
    sql`select setval(pg_get_serial_sequence('sys_notice', 'notice_id'), 10, false)`,
  );
}

import { eq, sql } from "drizzle-orm";
import { formatDateTime } from "#src/lib/text/dates.ts";
import { NOBODY, type PersonalPart } from "#src/server/personal/personal-data.ts";
import { repeatedCall } from "../../monitor/cache/table.server.ts";
import { savedFilter } from "../../user/filters/table.server.ts";
import { noticeRead } from "../notice/table.server.ts";
import { userPost } from "../post/table.server.ts";
import { userRole } from "../role/table.server.ts";
import { user } from "./table.server.ts";

const TYPES: Readonly<Record<string, string>> = { "00": "工作人员", "01": "个人", "02": "单位" };
const SEXES: Readonly<Record<string, string>> = { "0": "男", "1": "女", "2": "未填写" };

/** The account. Its row stays with its number, which the books of money and members name, and says nothing else. */
export const part: PersonalPart = {
  name: "account",
  title: "账号",
  order: 10,
  columns: [
    "sys_user.user_id",
    "sys_user_role.user_id",
    "sys_user_post.user_id",
    "sys_notice_read.user_id",
    "saved_filter.user_id",
    "repeated_call.user_id",
  ],
  async read({ db }, userId) {
    const rows = await db.select().from(user).where(eq(user.userId, userId));
    return rows.map((row) => ({
      用户名: row.userName,
      昵称: row.nickName,
      账号类型: TYPES[row.userType] ?? row.userType,
      手机号: row.phonenumber,
      邮箱: row.email,
      性别: SEXES[row.sex] ?? "",
      头像: row.avatar ? "已设置" : "未设置",
      注册时间: formatDateTime(row.createTime),
      最近登录时间: row.loginDate ? formatDateTime(row.loginDate) : "",
      最近登录地址: row.loginIp,
      最近修改密码: row.pwdUpdateDate ? formatDateTime(row.pwdUpdateDate) : "",
    }));
  },
  async erase(tx, userId) {
    await tx.delete(userRole).where(eq(userRole.userId, userId));
    await tx.delete(userPost).where(eq(userPost.userId, userId));
    await tx.delete(noticeRead).where(eq(noticeRead.userId, userId));
    await tx.delete(savedFilter).where(eq(savedFilter.userId, userId));
    await tx.delete(repeatedCall).where(eq(repeatedCall.userId, userId));
    await tx
      .update(user)
      .set({
        userName: `closed${userId}`,
        nickName: NOBODY,
        phonenumber: "",
        email: "",
        sex: "2",
        avatar: "",
        password: "",
        status: "1",
        delFlag: "2",
        loginIp: "",
        loginDate: null,
        remark: "",
        createBy: "",
        updateBy: "system",
        updateTime: sql`now()`,
      })
      .where(eq(user.userId, userId));
    return [];
  },
};

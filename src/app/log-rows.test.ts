import { gt } from "drizzle-orm";
import { expect, test } from "vitest";
import { startApp } from "../test/app.ts";
import { operLog, operLogHead } from "./monitor/operlog/table.server.ts";

const it = await startApp();

/** The log rows of wire 2: title, type, and the routes that leave it. */
const CONTRACT: readonly [title: string, type: number, routes: string][] = [
  ["个人信息", 2, "PUT /system/user/profile, PUT /system/user/profile/updatePwd"],
  ["用户头像", 2, "POST /system/user/profile/avatar"],
  ["用户管理", 1, "POST /system/user"],
  ["用户管理", 2, "PUT /system/user, PUT /system/user/resetPwd, PUT /system/user/changeStatus"],
  ["用户管理", 3, "DELETE /system/user/:userIds"],
  ["用户管理", 4, "PUT /system/user/authRole"],
  ["用户管理", 5, "POST /system/user/export, GET /system/user/export"],
  ["用户管理", 6, "POST /system/user/importData"],
  ["角色管理", 1, "POST /system/role"],
  ["角色管理", 2, "PUT /system/role, PUT /system/role/dataScope, PUT /system/role/changeStatus"],
  ["角色管理", 3, "DELETE /system/role/:roleIds"],
  ["角色管理", 4, "PUT /system/role/authUser/cancel, PUT /system/role/authUser/cancelAll"],
  ["角色管理", 4, "PUT /system/role/authUser/selectAll"],
  ["角色管理", 5, "POST /system/role/export, GET /system/role/export"],
  ["菜单管理", 1, "POST /system/menu"],
  ["菜单管理", 2, "PUT /system/menu"],
  ["保存菜单排序", 2, "PUT /system/menu/updateSort"],
  ["菜单管理", 3, "DELETE /system/menu/:menuId"],
  ["部门管理", 1, "POST /system/dept"],
  ["部门管理", 2, "PUT /system/dept"],
  ["保存部门排序", 2, "PUT /system/dept/updateSort"],
  ["部门管理", 3, "DELETE /system/dept/:deptId"],
  ["岗位管理", 1, "POST /system/post"],
  ["岗位管理", 2, "PUT /system/post"],
  ["岗位管理", 3, "DELETE /system/post/:ids"],
  ["岗位管理", 5, "POST /system/post/export, GET /system/post/export"],
  ["字典类型", 1, "POST /system/dict/type"],
  ["字典类型", 2, "PUT /system/dict/type"],
  ["字典类型", 3, "DELETE /system/dict/type/:ids"],
  ["字典类型", 9, "DELETE /system/dict/type/refreshCache"],
  ["字典类型", 5, "POST /system/dict/type/export, GET /system/dict/type/export"],
  ["字典数据", 1, "POST /system/dict/data"],
  ["字典数据", 2, "PUT /system/dict/data"],
  ["字典类型", 3, "DELETE /system/dict/data/:ids"],
  ["字典数据", 5, "POST /system/dict/data/export, GET /system/dict/data/export"],
  ["参数管理", 1, "POST /system/config"],
  ["参数管理", 2, "PUT /system/config"],
  ["参数管理", 3, "DELETE /system/config/:ids"],
  ["参数管理", 9, "DELETE /system/config/refreshCache"],
  ["参数管理", 5, "POST /system/config/export, GET /system/config/export"],
  ["通知公告", 1, "POST /system/notice"],
  ["通知公告", 2, "PUT /system/notice"],
  ["通知公告", 3, "DELETE /system/notice/:noticeIds"],
  ["操作日志", 3, "DELETE /monitor/operlog/:ids"],
  ["操作日志", 9, "DELETE /monitor/operlog/clean"],
  ["操作日志", 5, "POST /monitor/operlog/export, GET /monitor/operlog/export"],
  ["登录日志", 3, "DELETE /monitor/logininfor/:ids"],
  ["登录日志", 9, "DELETE /monitor/logininfor/clean"],
  ["账户解锁", 0, "GET /monitor/logininfor/unlock/:userName"],
  ["登录日志", 5, "POST /monitor/logininfor/export, GET /monitor/logininfor/export"],
  ["在线用户", 7, "DELETE /monitor/online/:tokenId"],
  ["定时任务", 1, "POST /monitor/job"],
  ["定时任务", 2, "PUT /monitor/job, PUT /monitor/job/changeStatus, PUT /monitor/job/run"],
  ["定时任务", 3, "DELETE /monitor/job/:ids"],
  ["定时任务", 5, "POST /monitor/job/export, GET /monitor/job/export"],
  ["定时任务调度日志", 3, "DELETE /monitor/jobLog/:ids"],
  ["调度日志", 9, "DELETE /monitor/jobLog/clean"],
  ["任务调度日志", 5, "POST /monitor/jobLog/export, GET /monitor/jobLog/export"],
  ["代码生成", 6, "POST /tool/gen/importTable"],
  ["创建表", 0, "POST /tool/gen/createTable"],
  ["代码生成", 2, "PUT /tool/gen, GET /tool/gen/synchDb/:tableName"],
  ["代码生成", 3, "DELETE /tool/gen/:ids"],
  ["代码生成", 8, "GET /tool/gen/genCode/:tableName, GET /tool/gen/batchGenCode"],
  ["代码生成", 8, "GET /tool/gen/download/:tableName"],
  ["用户管理", 0, "GET /system/user/:userId, POST /system/user/reveal"],
  // Calls that the contract does not have: of the desks, uploads, moves, groups of settings, monitors.
  ["注销账号", 3, "POST /api/bll/personal/closure"],
  ["撤销注销", 2, "PUT /api/bll/personal/closure/withdraw"],
  ["导出个人数据", 5, "POST /api/bll/personal/export"],
  ["下载个人数据", 5, "GET /api/bll/personal/export/:id"],
  ["同意协议", 2, "POST /api/bll/personal/consents"],
  ["名录展示", 2, "PUT /api/bll/personal/consents/directory"],
  ["我的文件", 3, "DELETE /api/bll/personal/files/:id"],
  ["更换手机号", 2, "PUT /system/user/profile/contact/phone"],
  ["绑定邮箱", 2, "PUT /system/user/profile/contact/email"],
  ["文章管理", 1, "POST /api/bll/article/desk"],
  ["文章管理", 2, "PUT /api/bll/article/desk, PUT /api/bll/article/desk/pin"],
  ["文章管理", 2, "PUT /api/bll/article/desk/pinOrder, POST /api/bll/article/desk/bulk"],
  ["文章管理", 2, "POST /api/bll/article/desk/submit, POST /api/bll/article/desk/withdraw"],
  ["文章管理", 2, "POST /api/bll/article/desk/approve, POST /api/bll/article/desk/sendBack"],
  ["文章管理", 2, "POST /api/bll/article/desk/publish, POST /api/bll/article/desk/recall"],
  ["文章管理", 2, "POST /api/bll/article/desk/discardCopy, POST /api/bll/article/desk/restore"],
  ["文章管理", 2, "POST /api/bll/article/desk/putBack"],
  ["文章管理", 3, "DELETE /api/bll/article/desk/:ids, DELETE /api/bll/article/desk/purge/:ids"],
  ["栏目管理", 1, "POST /api/bll/article_type/desk"],
  ["栏目管理", 2, "PUT /api/bll/article_type/desk, PUT /api/bll/article_type/desk/move"],
  [
    "栏目管理",
    2,
    "PUT /api/bll/article_type/desk/updateSort, POST /api/bll/article_type/desk/merge",
  ],
  ["栏目管理", 3, "DELETE /api/bll/article_type/desk/:id"],
  ["友情链接", 1, "POST /api/bll/links/desk"],
  ["友情链接", 2, "PUT /api/bll/links/desk"],
  ["友情链接", 3, "DELETE /api/bll/links/desk/:ids"],
  ["友情链接", 5, "POST /api/bll/links/desk/export, GET /api/bll/links/desk/export"],
  ["合作单位", 1, "POST /system/cooperation/desk"],
  ["合作单位", 2, "PUT /system/cooperation/desk"],
  ["合作单位", 3, "DELETE /system/cooperation/desk/:ids"],
  ["合作单位", 5, "POST /system/cooperation/desk/export, GET /system/cooperation/desk/export"],
  ["专业委员会", 1, "POST /api/bll/committee"],
  ["专业委员会", 2, "PUT /api/bll/committee"],
  ["专业委员会", 3, "DELETE /api/bll/committee/:ids"],
  ["专业委员会", 5, "POST /api/bll/committee/export, GET /api/bll/committee/export"],
  ["站内消息", 3, "DELETE /api/bll/message/:ids"],
  ["消息模板", 2, "PUT /api/bll/message/template"],
  ["消息模板", 0, "POST /api/bll/message/template/test"],
  [
    "发送记录",
    2,
    "PUT /api/bll/message/delivery/retry/:ids, PUT /api/bll/message/delivery/drop/:ids",
  ],
  ["会员级别", 1, "POST /api/bll/member/level"],
  ["会员级别", 2, "PUT /api/bll/member/level"],
  ["会员级别", 3, "DELETE /api/bll/member/level/:ids"],
  ["会员级别", 5, "POST /api/bll/member/level/export, GET /api/bll/member/level/export"],
  ["会员申请", 1, "POST /api/system/sign/addMember, POST /api/system/sign/addOrg"],
  ["会员申请", 2, "POST /api/system/sign/withdraw, POST /api/system/sign/discard"],
  ["会员申请", 2, "PUT /api/system/sign/addFinance, PUT /api/system/sign/financePass"],
  ["会员申请", 2, "PUT /api/system/sign/financeFail, POST /api/system/sign/reopen"],
  ["会员申请", 2, "POST /api/system/sign/revoke, POST /api/system/sign/openVoucher"],
  ["会员申请", 0, "POST /api/system/sign/reveal"],
  ["会员名册", 2, "PUT /api/bll/member, PUT /api/bll/member/state"],
  ["会员名册", 2, "POST /api/bll/member/merge"],
  ["会员名册", 5, "POST /api/bll/member/export, GET /api/bll/member/export"],
  ["会员名册", 0, "POST /api/bll/member/reveal"],
  ["会员核准", 2, "POST /api/bll/member/own/link"],
  ["会员名册", 6, "POST /api/bll/member/importData"],
  ["会员名册", 5, "GET /api/bll/member/papers/labels/:ids"],
  ["会员证书", 2, "PUT /api/bll/member/certificate/revoke"],
  ["会员证书", 2, "PUT /api/bll/member/certificate/reissue"],
  ["会员证书", 5, "GET /api/bll/member/certificate/batch/:ids"],
  ["会员证书", 5, "GET /api/bll/member/certificate/ofMembers/:ids"],
  ["会员审核", 2, "POST /api/system/sign/check, POST /api/system/sign/checkOrg"],
  ["理事会审议", 1, "POST /api/system/sign/council"],
  ["理事会审议", 2, "PUT /api/system/sign/council, PUT /api/system/sign/council/resolve"],
  ["理事会审议", 2, "POST /api/system/sign/council/items, POST /api/system/sign/council/takeOff"],
  ["理事会审议", 3, "DELETE /api/system/sign/council/:ids"],
  ["缴费记录", 5, "POST /api/bll/finance/confirm/export, GET /api/bll/finance/confirm/export"],
  ["银行流水", 6, "POST /api/bll/finance/statement/importData"],
  ["票据", 2, "PUT /api/bll/finance/receipt/issue, PUT /api/bll/finance/receipt/head"],
  ["票据", 2, "PUT /api/bll/finance/receipt/mail, PUT /api/bll/finance/receipt/void"],
  ["票据", 2, "PUT /api/bll/finance/receipt/keep, POST /api/bll/finance/receipt/reissue"],
  ["票据", 5, "POST /api/bll/finance/receipt/export, GET /api/bll/finance/receipt/export"],
  ["流水匹配", 2, "POST /api/bll/finance/statement/match"],
  ["流水匹配", 2, "POST /api/bll/finance/statement/putAside"],
  ["流水匹配", 2, "POST /api/bll/finance/statement/takeBack"],
  ["收入月报", 5, "POST /api/bll/finance/summary/export, GET /api/bll/finance/summary/export"],
  ["退款与调整", 1, "POST /api/bll/finance/refund"],
  ["退款与调整", 2, "PUT /api/bll/finance/refund/decide, PUT /api/bll/finance/refund/paid"],
  ["首页横幅", 1, "POST /api/bll/banner/desk"],
  ["首页横幅", 2, "PUT /api/bll/banner/desk"],
  ["首页横幅", 3, "DELETE /api/bll/banner/desk/:ids"],
  ["首页横幅", 5, "POST /api/bll/banner/desk/export, GET /api/bll/banner/desk/export"],
  ["服务入口", 1, "POST /api/bll/tile/desk"],
  ["服务入口", 2, "PUT /api/bll/tile/desk"],
  ["服务入口", 3, "DELETE /api/bll/tile/desk/:ids"],
  ["服务入口", 5, "POST /api/bll/tile/desk/export, GET /api/bll/tile/desk/export"],
  ["助手应答", 1, "POST /api/bll/chat/desk"],
  ["助手应答", 2, "PUT /api/bll/chat/desk"],
  ["助手应答", 3, "DELETE /api/bll/chat/desk/:ids"],
  ["助手应答", 5, "POST /api/bll/chat/desk/export, GET /api/bll/chat/desk/export"],
  ["用语检查", 1, "POST /api/bll/wording/desk"],
  ["用语检查", 2, "PUT /api/bll/wording/desk"],
  ["用语检查", 3, "DELETE /api/bll/wording/desk/:ids"],
  ["用语检查", 5, "POST /api/bll/wording/desk/export, GET /api/bll/wording/desk/export"],
  ["旧址跳转", 1, "POST /api/bll/seo/redirects/desk"],
  ["旧址跳转", 2, "PUT /api/bll/seo/redirects/desk"],
  ["旧址跳转", 3, "DELETE /api/bll/seo/redirects/desk/:ids"],
  [
    "旧址跳转",
    5,
    "POST /api/bll/seo/redirects/desk/export, GET /api/bll/seo/redirects/desk/export",
  ],
  ["用语检查", 6, "POST /api/bll/wording/desk/importLines"],
  ["旧址跳转", 6, "POST /api/bll/seo/redirects/desk/importLines"],
  ["网站设置", 2, "PUT /system/config/desk"],
  ["搜索引擎推送", 0, "PUT /api/bll/seo/push/desk/retry/:ids"],
  ["文件上传", 1, "POST /common/upload, POST /common/uploads, POST /common/oss/upload"],
  ["图片与文件", 1, "POST /common/files/desk, POST /common/files/desk/crop"],
  ["图片与文件", 2, "PUT /common/files/desk, PUT /common/files/desk/move"],
  ["图片与文件", 3, "DELETE /common/files/desk/:fileId"],
  ["文件夹", 1, "POST /common/files/desk/folders"],
  ["文件夹", 2, "PUT /common/files/desk/folders"],
  ["文件夹", 3, "DELETE /common/files/desk/folders/:folderId"],
  ["菜单管理", 2, "PUT /system/menu/move"],
  ["参数管理", 2, "PUT /system/config/values"],
  ["缓存监控", 3, "DELETE /monitor/cache/clearCacheKey/*"],
  ["缓存监控", 9, "DELETE /monitor/cache/clearCacheAll, DELETE /monitor/cache/clearTag/:tag"],
  ["缓存监控", 9, "DELETE /monitor/cache/clearCacheName/:cacheName"],
  ["数据监控", 9, "DELETE /monitor/druid/statements"],
  ["文章导入", 6, "POST /api/bll/article/desk/importWord, POST /api/bll/article/desk/importWechat"],
];
const ROWS = CONTRACT.flatMap(([title, type, routes]) =>
  routes.split(", ").map((route) => ({ title, type, route })),
);

test("each call leaves exactly one row, with its title and its type", async () => {
  const { token } = await it.as("admin");
  const [head] = await it.db.select().from(operLogHead);
  const before = head?.lastId ?? 0;
  for (const { route } of ROWS) {
    const [method = "", pattern = ""] = route.split(" ");
    // Nothing has this id: most calls are refused, and refusals are written down as well.
    const answer = await it.call(method, pattern.replace(/:\w+|\*/, "99999999"), { token });
    expect(answer.body.code, route).not.toBe(401);
  }
  const rows = () => it.db.select().from(operLog).where(gt(operLog.operId, before));
  await expect.poll(async () => (await rows()).length).toBeGreaterThanOrEqual(ROWS.length);
  const left = (await rows()).map(({ title, businessType, requestMethod, method }) => ({
    title,
    type: businessType,
    route: `${requestMethod} ${method}`,
  }));
  const inOrder = (list: typeof left) => list.toSorted((a, b) => (a.route < b.route ? -1 : 1));
  expect(inOrder(left)).toEqual(inOrder(ROWS));
});

/** A row of one's own devices, factors and password, and of old clients' calls, has a test beside it. */
const ELSEWHERE =
  /^\/system\/user\/profile\/(totp|sessions)|^\/system\/user\/(editNickName|updPassword)$|^\/system\/role\/compare\/export$/;

test("no call has a row that is not in the table above", () => {
  const known = new Set(ROWS.map(({ route }) => route));
  const others = it.app.routeTable
    .filter(({ log }) => log !== undefined)
    .map(({ method, url }) => ({ method, url: url.replace("/prod-api", "") }))
    .filter(({ method, url }) => method !== "HEAD" && !ELSEWHERE.test(url))
    .map(({ method, url }) => `${method} ${url}`)
    .filter((route) => !known.has(route));
  expect(others).toEqual([]);
});

import { type DeskPage, deskRows, FIVE, type PermissionOf } from "./desk-rows.ts";
import type { MenuSeed } from "./menu-seed.ts";

// Membership and its money: product 4.3 to 4.6 name the permissions. Own rows of an installation count
// from 3000, so the numbers below are free.

const MEMBER_PAGES = [
  [
    2201,
    "入会审核",
    "review",
    "system/sign/review/index",
    "form",
    "member:sign",
    2220,
    [
      ["query", "申请查询"],
      ["check", "个人初审"],
      ["checkOrg", "单位初审"],
      ["reveal", "申请号码查看"],
      ["reopen", "申请重开"],
      ["revoke", "入会撤销"],
      ["member:fee:waive", "会费减免"],
      ["member:sign:council", "审议结果登记"],
    ],
  ],
  [
    2202,
    "理事会审议",
    "council",
    "system/sign/council/index",
    "peoples",
    "member:council",
    2230,
    [
      ["query", "名单查询"],
      ["add", "会议新增"],
      ["edit", "会议修改"],
      ["remove", "会议删除"],
    ],
  ],
  [
    2203,
    "会员名册",
    "roster",
    "member/index",
    "user",
    "member:member",
    2240,
    [
      ["query", "会员查询"],
      ["edit", "会员修改"],
      ["export", "会员导出"],
      ["reveal", "会员号码查看"],
      ["import", "会员导入"],
      ["merge", "会员合并"],
    ],
  ],
  [
    2204,
    "到期与续会",
    "renewal",
    "member/renewal/index",
    "date",
    "member:renewal",
    2255,
    [
      ["remind", "续会提醒"],
      ["lapse", "自动退会提请"],
      ["batch", "团体代缴"],
      ["notice", "会费通知"],
    ],
  ],
  [2205, "届期任职", "posts", "member/post/index", "tree", "member:post", 2265, FIVE],
  [2206, "会员级别", "levels", "member/level/index", "dict", "member:level", 2270, FIVE],
  [
    2207,
    "会员证书",
    "certificates",
    "member/certificate/index",
    "documentation",
    "member:certificate",
    2280,
    [
      ["query", "证书查询"],
      ["revoke", "证书撤销"],
      ["reissue", "证书重发"],
      ["export", "证书下载"],
    ],
  ],
  [
    2208,
    "资料更正",
    "corrections",
    "member/correction/index",
    "edit",
    "member:correction",
    2290,
    [
      ["query", "更正查询"],
      ["decide", "更正办理"],
    ],
  ],
  [2209, "会员统计", "figures", "member/figures/index", "chart", "member:figures", 2295, []],
] as const satisfies readonly DeskPage[];

const FINANCE_PAGES = [
  [
    2301,
    "到账确认",
    "confirm",
    "finance/confirm/index",
    "money",
    "member:finance",
    2320,
    [
      ["query", "缴费查询"],
      ["confirm", "到账确认"],
      ["export", "缴费导出"],
    ],
  ],
  [
    2302,
    "流水导入与匹配",
    "statement",
    "finance/statement/index",
    "upload",
    "finance:statement",
    2330,
    [
      ["query", "流水查询"],
      ["import", "流水导入"],
      ["match", "流水匹配"],
    ],
  ],
  [
    2303,
    "票据",
    "receipt",
    "finance/receipt/index",
    "documentation",
    "finance:receipt",
    2340,
    [
      ["query", "电子票据查看"],
      ["issue", "票据开具"],
      ["void", "票据作废与重开"],
      ["export", "票据导出"],
    ],
  ],
  [
    2304,
    "退款与调整",
    "refund",
    "finance/refund/index",
    "refund",
    "finance:refund",
    2350,
    [
      ["query", "退款查询"],
      ["add", "退款申请"],
      ["approve", "退款复核"],
    ],
  ],
  [
    2305,
    "收入月报",
    "summary",
    "finance/summary/index",
    "chart",
    "finance:summary",
    2360,
    [["export", "月报导出"]],
  ],
] as const satisfies readonly DeskPage[];

/** The permissions of these pages and of their buttons. */
export type MemberPermission = PermissionOf<
  (typeof MEMBER_PAGES)[number] | (typeof FINANCE_PAGES)[number]
>;

export const MEMBER_ROWS: readonly MenuSeed[] = [
  ...deskRows(
    { menuId: 2200, menuName: "会员管理", path: "members", icon: "peoples" },
    MEMBER_PAGES,
  ),
  ...deskRows(
    { menuId: 2300, menuName: "财务管理", path: "finance", icon: "money" },
    FINANCE_PAGES,
  ),
];

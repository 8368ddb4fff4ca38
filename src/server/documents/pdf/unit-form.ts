import { columns, DATE_LINE, long, type Part, pairs, SIGN_LINE, signed } from "./form-part.ts";
import type { Row } from "./grid.ts";

/** A unit's application (product 4.3, addOrg), in words. */
export interface UnitForm {
  readonly orgName?: string;
  readonly creditCode?: string;
  readonly orgType?: string;
  readonly region?: string;
  readonly address?: string;
  readonly foundDate?: string;
  readonly staffCount?: number;
  readonly website?: string;
  readonly intro?: string;
  readonly legalPerson?: string;
  readonly rep?: { readonly name: string; readonly post?: string; readonly phone: string };
  readonly contact?: {
    readonly name: string;
    readonly post?: string;
    readonly phone: string;
    readonly email: string;
  };
  readonly level?: string;
  readonly years?: number;
  readonly branches?: readonly string[];
  readonly invoiceTitle?: string;
  readonly taxNo?: string;
  /** Staff who pay as members do. */
  readonly seats?: readonly { readonly name: string; readonly phone: string }[];
  readonly proofFiles?: readonly string[];
}

const SEATS = [0.08, 0.22, 0.2, 0.08, 0.22, 0.2];

/** Two people a row; two empty rows where nobody is named. */
function seatRows(width: number, seats: UnitForm["seats"] = []): Row[] {
  const rows = [
    columns(width, SEATS, ["序号", "姓名", "手机号码", "序号", "姓名", "手机号码"], true),
  ];
  for (let i = 0; i < Math.max(seats.length, 3); i += 2) {
    const two = [i, i + 1].flatMap((at) => [`${at + 1}`, seats[at]?.name, seats[at]?.phone]);
    rows.push(columns(width, SEATS, two));
  }
  return rows;
}

/** The rows of 单位会员入会申请表. */
export function unitPart(society: string, data: UnitForm, width: number): Part[] {
  const { rep, contact } = data;
  return [
    {
      title: "一、单位信息",
      rows: [
        pairs(width, [["单位名称", data.orgName]]),
        pairs(width, [
          ["统一社会\n信用代码", data.creditCode],
          ["单位性质", data.orgType],
        ]),
        pairs(width, [
          ["法定代表人", data.legalPerson],
          ["成立日期", data.foundDate],
        ]),
        pairs(width, [
          ["所在地区", data.region],
          ["职工人数", data.staffCount === undefined ? undefined : `${data.staffCount} 人`],
        ]),
        pairs(width, [["通讯地址", data.address]]),
        pairs(width, [["单位网址", data.website]]),
        long(width, "单位简介", data.intro, 150),
      ],
    },
    {
      title: "二、会员代表与联系人",
      rows: [
        pairs(width, [
          ["会员代表", rep?.name],
          ["职务", rep?.post],
          ["手机号码", rep?.phone],
        ]),
        pairs(width, [
          ["联系人", contact?.name],
          ["职务", contact?.post],
          ["手机号码", contact?.phone],
        ]),
        pairs(width, [["联系邮箱", contact?.email]]),
      ],
    },
    {
      title: "三、入会意向",
      rows: [
        pairs(width, [
          ["申请级别", data.level],
          ["缴费年限", data.years === undefined ? undefined : `${data.years} 年`],
        ]),
        pairs(width, [["加入分支", data.branches?.join("、")]]),
        pairs(width, [
          ["票据抬头", data.invoiceTitle],
          ["税号", data.taxNo],
        ]),
        pairs(width, [["证明材料", data.proofFiles?.join("、")]]),
      ],
    },
    { title: "四、享受会员价的人员", rows: seatRows(width, data.seats) },
    {
      title: "五、声明与意见",
      rows: [
        signed(
          width,
          "单位意见",
          `本单位自愿加入${society}，遵守学会章程，按规定缴纳会费，并保证所填内容真实准确。`,
          [`法定代表人（签名）：${SIGN_LINE}`, "（单位公章）", DATE_LINE],
          140,
        ),
        signed(width, "学会意见", "", ["（盖章）", DATE_LINE], 110),
      ],
    },
  ];
}

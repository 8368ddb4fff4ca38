import { DATE_LINE, long, type Part, pairs, SIGN_LINE, signed, ticked } from "./form-part.ts";

/** A person's application (product 4.3, addMember), in words: `gender` 女, `region` 浙江省 · 杭州市. */
export interface PersonForm {
  readonly realName?: string;
  readonly gender?: string;
  readonly nation?: string;
  readonly birthday?: string;
  readonly idType?: string;
  readonly idNo?: string;
  readonly phone?: string;
  readonly email?: string;
  readonly region?: string;
  readonly address?: string;
  readonly postcode?: string;
  readonly workUnit?: string;
  readonly dept?: string;
  readonly post?: string;
  /** 职称. */
  readonly title?: string;
  readonly education?: string;
  readonly degree?: string;
  readonly major?: string;
  readonly fields?: readonly string[];
  readonly workYears?: number;
  readonly resume?: string;
  readonly achievements?: string;
  /** JPEG, PNG or WebP. */
  readonly photo?: Uint8Array;
  /** Names of the files that go with it. */
  readonly proofFiles?: readonly string[];
  readonly referees?: readonly { readonly name: string; readonly memberNo: string }[];
  readonly level?: string;
  readonly years?: number;
  readonly branches?: readonly string[];
  readonly directoryVisible?: boolean;
}

/** The rows of 个人会员入会申请表; the first five leave room for the photograph and are `beside` wide. */
export function personPart(
  society: string,
  data: PersonForm,
  width: number,
  beside: number,
): Part[] {
  const [first, second] = data.referees ?? [];
  return [
    {
      title: "一、基本信息",
      rows: [
        pairs(
          beside,
          [
            ["姓名", data.realName],
            ["性别", data.gender],
          ],
          [0.62, 0.38],
        ),
        pairs(
          beside,
          [
            ["出生日期", data.birthday],
            ["民族", data.nation],
          ],
          [0.62, 0.38],
        ),
        pairs(
          beside,
          [
            ["证件类型", data.idType],
            ["证件号码", data.idNo],
          ],
          [0.38, 0.62],
        ),
        pairs(
          beside,
          [
            ["手机号码", data.phone],
            ["邮箱", data.email],
          ],
          [0.38, 0.62],
        ),
        pairs(beside, [["所在地区", data.region]]),
        pairs(
          width,
          [
            ["通讯地址", data.address],
            ["邮政编码", data.postcode],
          ],
          [0.74, 0.26],
        ),
      ],
    },
    {
      title: "二、专业信息",
      rows: [
        pairs(width, [["工作单位", data.workUnit]]),
        pairs(width, [
          ["部门", data.dept],
          ["职务", data.post],
          ["职称", data.title],
        ]),
        pairs(width, [
          ["学历", data.education],
          ["学位", data.degree],
          ["所学专业", data.major],
        ]),
        pairs(
          width,
          [
            ["专业方向", data.fields?.join("、")],
            ["从业年限", data.workYears === undefined ? undefined : `${data.workYears} 年`],
          ],
          [0.74, 0.26],
        ),
        long(width, "个人简历", data.resume, 150),
        long(width, "主要成果", data.achievements, 120),
      ],
    },
    {
      title: "三、入会意向",
      rows: [
        pairs(
          width,
          [
            ["申请级别", data.level],
            ["缴费年限", data.years === undefined ? undefined : `${data.years} 年`],
            ["名录公开", ticked(data.directoryVisible)],
          ],
          [0.3, 0.27, 0.43],
        ),
        pairs(width, [["加入分支", data.branches?.join("、")]]),
        pairs(width, [
          ["推荐人一", first?.name],
          ["会员号", first?.memberNo],
          ["签名", ""],
        ]),
        pairs(width, [
          ["推荐人二", second?.name],
          ["会员号", second?.memberNo],
          ["签名", ""],
        ]),
        pairs(width, [["证明材料", data.proofFiles?.join("、")]]),
      ],
    },
    {
      title: "四、声明与意见",
      rows: [
        signed(
          width,
          "本人声明",
          `本人自愿加入${society}，遵守学会章程，按规定缴纳会费，并保证所填内容真实准确。`,
          [`申请人（签名）：${SIGN_LINE}`, DATE_LINE],
          92,
        ),
        signed(width, "单位意见", "", ["（盖章）", DATE_LINE], 118),
        signed(width, "学会意见", "", ["（盖章）", DATE_LINE], 100),
      ],
    },
  ];
}

import { and, eq } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { isFirstTime } from "../../server/start/once.ts";
import { category } from "./table.server.ts";

export const order = 40;

type Seed = {
  name: string;
  type?: string;
  value?: string;
  intro?: string;
  art?: [motif: string, palette: string];
  isInMenu?: boolean;
  isOnHome?: boolean;
  children?: Seed[];
};

const page = (name: string): Seed => ({ name, type: "4" });

/** Entries whose pages come later are there, but in no menu: links lead only to live pages. */
const later = (name: string, value: string): Seed => ({ name, type: "2", value, isInMenu: false });

/** product 7.5. */
const TREE: Seed[] = [
  {
    name: "学会概况",
    intro: "学会的宗旨、章程与组织。",
    art: ["tree", "celadon"],
    children: [
      page("学会简介"),
      page("学会章程"),
      page("组织机构"),
      page("历任领导"),
      page("分支机构"),
      { name: "专业委员会", type: "2", value: "/committee" },
      page("联系我们"),
    ],
  },
  { name: "党建", intro: "学会党建工作动态。", art: ["papercut", "rose"] },
  {
    name: "新闻动态",
    isOnHome: true,
    art: ["papercut", "sand"],
    children: [
      { name: "要闻", intro: "学会与各地工作的新近消息。", art: ["rings", "sand"] },
      {
        name: "通知公告",
        intro: "学会发布的会议、课题、培训与会员事务通知。公示类通知的异议期以正文为准。",
        art: ["lattice", "rose"],
      },
      { name: "政策法规", intro: "与家庭教育有关的政策和法规解读。", art: ["lattice", "ink"] },
    ],
  },
  {
    name: "学术",
    isOnHome: true,
    art: ["rings", "celadon"],
    children: [
      { name: "学术会议", intro: "学术年会与专题研讨。", art: ["ice", "blue"] },
      { name: "学术成果", intro: "课题成果与研究报告摘要。", art: ["rings", "celadon"] },
      { name: "课题研究", intro: "课题指南、立项与结题。", art: ["rings", "blue"] },
    ],
  },
  {
    name: "培训",
    isOnHome: true,
    art: ["ice", "blue"],
    children: [
      { name: "培训项目", intro: "面向成年人的学习项目，结业发放学习证明。", art: ["ice", "blue"] },
      { name: "培训通知", intro: "开班、课程与变更通知。", art: ["lattice", "blue"] },
      { name: "学习项目", type: "2", value: "/trainingImg" },
      { name: "师资专家", type: "2", value: "/teachersImg" },
      later("证书查询", "/certificate"),
    ],
  },
  {
    name: "家庭教育指导",
    isOnHome: true,
    art: ["roofs", "blue"],
    children: [
      { name: "指导资源", intro: "写给家长的方法、清单与案例。", art: ["roofs", "blue"] },
      { name: "咨询服务", intro: "咨询途径、热线时间与常见问题。", art: ["roofs", "sand"] },
      { name: "在线咨询", type: "2", value: "/advisoryImg" },
      { name: "先行示范区", intro: "先行示范单位的做法与案例。", art: ["tree", "celadon"] },
      { name: "先行示范名录", type: "2", value: "/forerunner" },
    ],
  },
  {
    name: "会员服务",
    art: ["papercut", "blue"],
    children: [
      { name: "入会指南", type: "2", value: "/Membership" },
      page("入会须知"),
      page("会费标准"),
      { name: "我的会籍", type: "2", value: "/Membership/mine" },
      { name: "会员名录", type: "2", value: "/Membership/directory" },
      later("证书查询", "/certificate"),
    ],
  },
  { name: "学会会刊", type: "3", value: "https://journal.example.org/" },
  {
    name: "信息公开",
    art: ["lattice", "ink"],
    children: [
      { name: "年度报告", intro: "年度工作报告。", art: ["lattice", "ink"] },
      { name: "财务信息", intro: "会费收支与审计结果。", art: ["lattice", "sand"] },
      { name: "重大活动", intro: "重大活动的事前公告与事后报告。", art: ["papercut", "sand"] },
    ],
  },
  { name: "下载中心", intro: "表格、手册与资料下载。", art: ["ice", "sand"] },
];

/** Entries of installations from before whose pages are there now, with the addresses of these. */
const NOW_THERE = [
  ["/Membership", "/Membership/mine"],
  ["/Membership?tab=directory", "/Membership/directory"],
] as const;

/** Pages that are there since a later version, each opened once. */
const OPENED = [["site.teachersPage", "师资专家栏目已开放", "/teachersImg"]] as const;

/** Shows the hidden entries of an address, with the address that the page has now. */
async function open(db: Db, old: string, bllValue = old): Promise<void> {
  const isHidden = eq(category.isInMenu, false);
  await db
    .update(category)
    .set({ bllValue, isInMenu: true, updateBy: "system" })
    .where(and(eq(category.bllType, "2"), eq(category.bllValue, old), isHidden));
}

export async function base(db: Db): Promise<void> {
  if (await isFirstTime(db, "site.leadersPage", "学会领导页面已开放")) await addLeaders(db);
  if (await isFirstTime(db, "site.membershipPages", "会员服务栏目已开放")) {
    for (const [old, bllValue] of NOW_THERE) await open(db, old, bllValue);
  }
  for (const [key, name, path] of OPENED) {
    if (await isFirstTime(db, key, name)) await open(db, path);
  }
}

/** 学会领导 beside 历任领导, which is an article on the society's history. */
async function addLeaders(db: Db): Promise<void> {
  const [past] = await db.select().from(category).where(eq(category.bllName, "历任领导"));
  if (!past) return;
  const { id: _id, bllName: _name, createTime: _time, ...values } = past;
  await db
    .insert(category)
    .values({ ...values, bllName: "学会领导", bllType: "2", bllValue: "/leaders" });
}

export async function demo(db: Db): Promise<void> {
  const insert = async (seeds: Seed[], parentId: number, inherited: [string, string]) => {
    for (const [index, seed] of seeds.entries()) {
      const art = seed.art ?? inherited;
      const [row] = await db
        .insert(category)
        .values({
          parentId,
          bllName: seed.name,
          bllType: seed.type ?? "1",
          bllValue: seed.value ?? "",
          intro: seed.intro ?? "",
          motif: art[0],
          palette: art[1],
          orderNum: index + 1,
          isInMenu: seed.isInMenu ?? true,
          isOnHome: seed.isOnHome ?? false,
          createBy: "system",
        })
        .returning({ id: category.id });
      if (row && seed.children) await insert(seed.children, row.id, art);
    }
  };
  await insert(TREE, 0, ["rings", "blue"]);
  await addLeaders(db);
}

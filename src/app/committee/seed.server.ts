import type { Db } from "#src/db/client.ts";
import { committee } from "./table.server.ts";

export const order = 50;

type Row = Omit<typeof committee.$inferInsert, "orderNum">;

/** Fictional, as 39-branches.html of the demo articles tells them. */
const COMMITTEES: Row[] = [
  {
    committeeName: "学前家庭教育专业委员会",
    intro: "研究三至六岁儿童的家庭生活与入园、入学衔接，为幼儿园和家长提供可以照着做的建议。",
    chair: "沈若溪",
    secretary: "许安禾",
    founded: "2008",
    phone: "010-00000000 转 811",
    content:
      "<p>每年九月开展“入园衔接观察”，四月举办绘本共读研讨。观察记录与书单向全体会员开放。</p><h3>常年工作</h3><ul><li>入园衔接观察：跟踪两百个家庭的入园头三个月。</li><li>绘本共读研讨：每季度一次，线上线下同步。</li></ul>",
  },
  {
    committeeName: "家校协同专业委员会",
    intro: "研究家庭与学校怎样说得上话、做得成事，组织班主任工作坊，评议家访案例。",
    chair: "顾明舟",
    secretary: "程晚晴",
    founded: "2009",
    phone: "010-00000000 转 812",
    content:
      "<p>编有《家校沟通一百句》，供教师参考。家访案例评议每学期两次，案例由各地会员单位推荐。</p>",
  },
  {
    committeeName: "家庭教育指导专业委员会",
    intro: "研究指导服务的内容、方法与伦理，培训家庭教育指导者，组织同伴督导。",
    chair: "陆知远",
    secretary: "何沐",
    founded: "2010",
    phone: "010-00000000 转 813",
    content:
      "<p>在六市社区推行“倾听一刻钟”行动，倾听卡和一周记录表免费向公众开放。同伴督导小组每月一次，由有三年以上经验的指导者主持。</p>",
  },
  {
    committeeName: "青春期教育专业委员会",
    intro: "研究十至十八岁孩子的成长与亲子关系，举办初中家长对话会，编写教师手册。",
    chair: "宋清和",
    secretary: "贺青",
    founded: "2011",
    phone: "010-00000000 转 814",
    content: "<p>家长对话会每场不超过三十人，由一名心理教师和一名家长共同主持。</p>",
  },
  {
    committeeName: "隔代养育研究专业委员会",
    intro: "研究祖辈参与养育的经验与难处，开设祖辈课堂，做三代人访谈。",
    chair: "林素秋",
    secretary: "周以宁",
    founded: "2016",
    phone: "010-00000000 转 815",
    content:
      "<p>祖辈课堂全部使用大字讲义，每课不超过四十分钟。三代人访谈已完成一百二十个家庭。</p>",
  },
  {
    committeeName: "特殊需要儿童家庭支持专业委员会",
    intro: "支持有特殊需要儿童的家庭，组织照护者互助小组，调查喘息服务的需求与供给。",
    chair: "方予安",
    secretary: "江映",
    founded: "2018",
    phone: "010-00000000 转 816",
    content: "<p>互助小组免费参加，首次来访请先致电预约，场地有无障碍通道。</p>",
  },
];

export async function demo(db: Db): Promise<void> {
  await db
    .insert(committee)
    .values(COMMITTEES.map((row, index) => ({ ...row, orderNum: index + 1, createBy: "system" })))
    .onConflictDoNothing();
}

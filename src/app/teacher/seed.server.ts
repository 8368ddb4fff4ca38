import type { Db } from "#src/db/client.ts";
import { teacher } from "./table.server.ts";

export const order = 50;

type Row = Omit<typeof teacher.$inferInsert, "orderNum">;

const list = (...courses: string[]) =>
  `<ul>${courses.map((course) => `<li>${course}</li>`).join("")}</ul>`;

/** Fictional, like all persons of the demo. */
const TEACHERS: Row[] = [
  {
    teacherName: "沈若溪",
    field: "1",
    title: "研究员",
    unit: "云川师范大学教育学部",
    intro: "二十年做一件事：陪家长看懂孩子入园的头三个月。",
    content:
      "<p>学前家庭教育专业委员会主任委员，主持“入园衔接观察”项目，跟踪记录两百个家庭。</p><p>著有《头三个月》，编写入园衔接家长手册。</p>",
    courses: list("入园衔接：家长做什么，不做什么", "绘本共读的二十个问题"),
  },
  {
    teacherName: "顾明舟",
    field: "2",
    title: "正高级教师",
    unit: "澄江市第二中学",
    intro: "做了十九年班主任，写下一百句说得上话的话。",
    content:
      "<p>家校协同专业委员会主任委员，《家校沟通一百句》主编，主持班主任工作坊三十余期。</p>",
    courses: list("困难谈话工作坊", "家访案例评议", "班主任与家长的第一次见面"),
  },
  {
    teacherName: "陆知远",
    field: "8",
    title: "教授",
    unit: "南屏家庭教育研究院",
    intro: "研究指导服务怎样才算有用，并把量表做得人人会用。",
    content: "<p>家庭教育指导专业委员会主任委员，长期从事指导服务的过程评估与伦理研究。</p>",
    courses: list("指导服务的记录与评估", "同伴督导入门"),
  },
  {
    teacherName: "宋清和",
    field: "3",
    title: "心理教师",
    unit: "青禾实验学校",
    intro: "和初中生的父母坐在一起，每场不超过三十人。",
    content: "<p>青春期教育专业委员会主任委员，主持初中家长对话会八十余场。</p>",
    courses: list("青春期亲子对话", "手机与约定"),
  },
  {
    teacherName: "林素秋",
    field: "4",
    title: "副研究员",
    unit: "海晏社区学院",
    intro: "把课讲给祖辈听，用大字讲义，每课四十分钟。",
    content: "<p>隔代养育研究专业委员会主任委员，完成一百二十个家庭的三代人访谈。</p>",
    courses: list("祖辈课堂带领者培训", "三代人怎样商量一件事"),
  },
  {
    teacherName: "方予安",
    field: "5",
    title: "主任医师",
    unit: "澄江市妇女儿童活动中心",
    intro: "支持有特殊需要的孩子，先支持照护他们的人。",
    content: "<p>特殊需要儿童家庭支持专业委员会主任委员，长期组织照护者互助小组。</p>",
    courses: list("照护者的一周", "喘息服务怎样用"),
  },
  {
    teacherName: "温雅琴",
    field: "6",
    title: "副教授",
    unit: "云川师范大学心理学院",
    intro: "教家长分辨：什么时候等一等，什么时候要求助。",
    content: "<p>从事家庭情绪与压力研究，参与编写热线接听规程。</p>",
    courses: list("家长的情绪急救", "热线接听基础"),
  },
  {
    teacherName: "严正平",
    field: "7",
    title: "律师",
    unit: "禾木公益法律中心",
    intro: "把家庭教育促进法讲成家长听得懂的二十个场景。",
    content: "<p>参与地方家庭教育条例起草咨询，长期为学校与社区讲授未成年人保护。</p>",
    courses: list("家庭教育促进法二十个场景"),
  },
];

export async function demo(db: Db): Promise<void> {
  await db
    .insert(teacher)
    .values(TEACHERS.map((row, index) => ({ ...row, orderNum: index + 1, createBy: "system" })));
}

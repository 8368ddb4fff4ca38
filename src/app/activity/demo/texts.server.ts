import type { AgendaItem, Price, Question } from "#src/lib/activity/parts.ts";

/** An activity of the demo: its times count from the day on which the installation begins. */
export type Told = {
  title: string;
  type: string;
  mode: string;
  summary: string;
  content: string;
  city: string;
  place: string;
  /** Days from today, hours of its first day, and how many days it lasts. */
  day: number;
  from: number;
  to: number;
  days?: number;
  capacity: number;
  state: number;
  audience?: string;
  needReview?: boolean;
  prices?: Price[];
  formSchema?: Question[];
  hours?: number;
  /** Places in teacher/seed.server.ts, from 1. */
  teachers?: number[];
  /** How many signed up. */
  people: number;
  opinion?: string;
};

const paragraphs = (...texts: string[]) => texts.map((text) => `<p>${text}</p>`).join("");

const MEAL: Question = {
  key: "meal",
  label: "午餐",
  kind: "choice",
  options: ["普通餐", "素食", "清真餐", "不用餐"],
  isRequired: true,
  hint: "",
};
const WISH: Question = {
  key: "wish",
  label: "最想解决的问题",
  kind: "paragraph",
  options: [],
  isRequired: false,
  hint: "请勿写出孩子的姓名和学校",
};

const price = (
  key: string,
  name: string,
  amountFen: number,
  memberFen: number | null,
  untilDay = "",
): Price => ({ key, name, amountFen, memberFen, untilDay });

export const agendaOf = (day: string, isOnline: boolean): AgendaItem[] => {
  const place = isOnline ? "" : "报告厅";
  return [
    { day, from: "09:00", to: "09:20", title: "开场与说明", speaker: "", place },
    { day, from: "09:20", to: "10:30", title: "主题讲解", speaker: "主讲人", place },
    { day, from: "10:45", to: "12:00", title: "案例讨论", speaker: "分组进行", place },
  ];
};

/** Fictional, like all of the demo. The first is today. */
export const TOLD: readonly Told[] = [
  {
    title: "困难谈话工作坊：班主任与家长怎样说到一起",
    type: "2",
    mode: "1",
    summary: "用十个真实情境练习开场、倾听与商量，带走一页可以照着用的谈话提纲。",
    content: paragraphs(
      "面向中小学班主任与学校家庭教育工作者，每组八人，全程练习。",
      "上午练习“开场三句话”与“听完再说”，下午练习商量下一步与收尾。",
    ),
    city: "澄江市",
    place: "澄江市图书馆报告厅",
    day: 0,
    from: 9,
    to: 21,
    capacity: 60,
    state: 3,
    hours: 6,
    teachers: [2],
    formSchema: [MEAL],
    people: 60,
  },
  {
    title: "青春期亲子对话：初中家长公开课",
    type: "3",
    mode: "3",
    summary: "和初中生的父母坐在一起，谈手机、作息与约定。",
    content: paragraphs("每场留出一半时间答问，现场与线上都可以提问。"),
    city: "云川市",
    place: "青禾实验学校礼堂",
    day: 9,
    from: 19,
    to: 21,
    capacity: 40,
    state: 2,
    teachers: [4],
    formSchema: [WISH],
    people: 52,
  },
  {
    title: "家庭教育指导者研修班（秋季）",
    type: "2",
    mode: "1",
    summary: "三天集中学习与一个月同伴督导，学完能做一次完整的指导服务记录。",
    content: paragraphs(
      "面向社区、学校与机构中从事家庭教育指导的工作者。",
      "第一天讲倾听与记录，第二天讲评估与转介，第三天分组演练。",
    ),
    city: "云川市",
    place: "云川师范大学教育学部 201 室",
    day: 24,
    from: 9,
    to: 17,
    days: 3,
    capacity: 80,
    state: 2,
    needReview: true,
    hours: 24,
    teachers: [3, 7],
    formSchema: [MEAL, WISH],
    people: 36,
  },
  {
    title: "家庭教育指导实务研修班",
    type: "2",
    mode: "1",
    summary: "两天，从接待家长的第一次谈话练起。",
    content: paragraphs("两天，含分组演练和案例研讨。费用含资料和午餐。"),
    city: "澄江市",
    place: "澄江市图书馆",
    day: 26,
    from: 9,
    to: 17,
    days: 2,
    capacity: 40,
    state: 2,
    hours: 12,
    teachers: [2],
    prices: [price("full", "培训费", 32_000, 26_000)],
    people: 7,
  },
  {
    title: "隔代养育带领者培训",
    type: "2",
    mode: "1",
    summary: "学会带一堂四十分钟的祖辈课堂：大字讲义、现场演示、结对练习。",
    content: paragraphs("材料费含讲义与教具，会员有优惠。请自备笔记本。"),
    city: "海晏市",
    place: "海晏社区学院三楼",
    day: 31,
    from: 9,
    to: 17,
    days: 2,
    capacity: 50,
    state: 1,
    hours: 12,
    teachers: [5],
    prices: [price("early", "早鸟", 26_000, 20_000), price("full", "全价", 32_000, 26_000)],
    formSchema: [MEAL],
    people: 0,
  },
  {
    title: "家庭教育促进法二十个场景（线上讲座）",
    type: "3",
    mode: "2",
    summary: "律师讲给家长听：作业、探视、看护与求助，法律怎么说。",
    content: paragraphs("讲座约九十分钟，结束后留半小时答问。报名成功后可以看到进入地址。"),
    city: "",
    place: "",
    day: 4,
    from: 19,
    to: 21,
    capacity: 0,
    state: 2,
    teachers: [8],
    people: 86,
  },
  {
    title: "学会年度学术会议",
    type: "1",
    mode: "3",
    summary: "一年一次，听研究，也听一线的做法；设六个分会场。",
    content: paragraphs("征集到的论文将在分会场报告。会员与单位会员代表优先安排。"),
    city: "南屏市",
    place: "南屏会议中心",
    day: 70,
    from: 9,
    to: 17,
    days: 2,
    capacity: 300,
    state: 2,
    audience: "member",
    people: 0,
  },
  {
    title: "家校协同案例评选",
    type: "4",
    mode: "2",
    summary: "征集学校与家庭一起解决问题的案例，入选的收入年度案例集。",
    content: paragraphs("每校限报两项。案例中请隐去孩子与家庭的真实信息。"),
    city: "",
    place: "",
    day: 45,
    from: 9,
    to: 18,
    capacity: 200,
    state: 1,
    audience: "orgMember",
    people: 0,
  },
  {
    title: "照护者的一周：特殊需要家庭互助小组",
    type: "3",
    mode: "1",
    summary: "支持有特殊需要的孩子，先支持照护他们的人。",
    content: paragraphs("小组每月一次，内容保密。"),
    city: "澄江市",
    place: "澄江市妇女儿童活动中心",
    day: 52,
    from: 14,
    to: 16,
    capacity: 16,
    state: 0,
    teachers: [6],
    people: 0,
  },
  {
    title: "家长的情绪急救（春季场）",
    type: "3",
    mode: "1",
    summary: "分辨什么时候等一等，什么时候要求助。",
    content: paragraphs("讲座已经结束，感谢各位参加。"),
    city: "云川市",
    place: "云川师范大学心理学院报告厅",
    day: -210,
    from: 14,
    to: 17,
    capacity: 80,
    state: 4,
    hours: 3,
    teachers: [7],
    people: 72,
  },
  {
    title: "热线接听基础培训",
    type: "2",
    mode: "1",
    summary: "第一次接起电话前要会的十件事。",
    content: paragraphs("两天，含模拟接听。"),
    city: "云川市",
    place: "云川师范大学心理学院",
    day: -400,
    from: 9,
    to: 17,
    days: 2,
    capacity: 50,
    state: 4,
    hours: 12,
    teachers: [7],
    prices: [price("full", "培训费", 20_000, 16_000)],
    people: 48,
  },
  {
    title: "入园衔接家长课堂",
    type: "3",
    mode: "1",
    summary: "陪家长看懂孩子入园的头三个月。",
    content: paragraphs("课堂已经结束。"),
    city: "云川市",
    place: "云川市第一幼儿园",
    day: -660,
    from: 9,
    to: 11,
    capacity: 45,
    state: 4,
    teachers: [1],
    people: 41,
  },
  {
    title: "喘息服务怎样用：照护者讲座",
    type: "3",
    mode: "1",
    summary: "介绍本地喘息服务的申请与使用。",
    content: paragraphs("因场馆停用取消。"),
    city: "澄江市",
    place: "澄江市妇女儿童活动中心",
    day: 6,
    from: 14,
    to: 16,
    capacity: 40,
    state: 5,
    teachers: [6],
    people: 12,
    opinion: "场馆临时停用，改期后另行通知",
  },
];

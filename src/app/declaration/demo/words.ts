import type { DeclareValues } from "#src/lib/declare/schema.ts";

/** Fictional, as all of the demo. */
export const UNITS = [
  "云川师范大学",
  "东海市实验小学",
  "云川第一中学",
  "江陵区妇女联合会",
  "青禾社区服务中心",
  "南屿幼儿师范学校",
  "北原市教育科学研究院",
  "临溪县家庭教育指导中心",
] as const;

const WHO = [
  "祖辈",
  "双职工父母",
  "随迁子女家庭",
  "多子女家庭",
  "初中生父母",
  "新手父母",
  "留守儿童家庭",
  "班主任",
];
const WHAT = [
  "陪伴质量",
  "亲子沟通",
  "电子产品使用",
  "情绪支持",
  "学习习惯",
  "家校合作",
  "隔代养育",
  "青春期教育",
];
const HOW = ["现状与对策研究", "支持体系研究", "干预研究", "个案研究", "区域推进研究"];

const at = <T>(list: readonly T[], nth: number): T => list[nth % list.length] as T;

/** What the declarations of each kind are called; forty of them differ. */
export const SUBJECTS = {
  project: (nth: number) =>
    `${at(WHO, nth)}${at(WHAT, nth + Math.floor(nth / 8))}的${at(HOW, nth)}`,
  paper: (nth: number) => `论${at(WHO, nth)}的${at(WHAT, nth * 3 + Math.floor(nth / 8))}`,
  case: (nth: number) => `${at(WHO, nth)}${at(WHAT, nth * 5 + Math.floor(nth / 8))}工作坊`,
} as const;

const LONG =
  "近年来，家庭结构和养育方式都在变化，家长对科学指导的需要越来越具体。我们在学校和社区走访了一百二十户家庭，" +
  "发现多数家长愿意改变，却不知道从哪里开始；已有的服务以讲座为主，听得懂、用不上的情况比较普遍。" +
  "因此需要从真实的场景出发，把方法做细，让家长一次学会一件事，并在回家之后得到持续的支持。";

type Known = { title: string; category: string; unitName: string; name: string };

/** All that a declaration of the demo says. */
export function valuesOf(
  kind: keyof typeof SUBJECTS,
  { title, category, unitName, name }: Known,
): DeclareValues {
  const shared = {
    title,
    category,
    unitName,
    leaderName: name.split(" ").at(-1) ?? name,
    leaderPost: "副教授",
    leaderPhone: "13800000000",
    leaderEmail: "demo@example.org",
    members: [
      { name: "沈洁", unit: "东海市实验小学", post: "教师", task: "调研与访谈" },
      { name: "丁一帆", unit: "云川师范大学", post: "讲师", task: "数据分析" },
    ],
    promise: "1",
  };
  if (kind === "paper") {
    return { ...shared, abstract: LONG, keywords: "家庭教育；亲子沟通；支持", published: "未发表" };
  }
  if (kind === "case") return { ...shared, problem: LONG, practice: LONG, effect: LONG };
  return {
    ...shared,
    form: "研究报告",
    finishOn: "2028-06-30",
    background: LONG,
    goal: LONG,
    method: LONG,
    novelty: "从家长每天遇到的具体困难出发，形成可以直接使用的活动方案，并跟踪半年检验效果。",
    outcomes: [{ name: "研究报告", kind: "研究报告", note: "约三万字" }],
    budget: [
      { item: "调研差旅费", amount: "8000.00", basis: "四地走访" },
      { item: "印刷出版费", amount: "6000.00", basis: "手册三千册" },
    ],
  };
}

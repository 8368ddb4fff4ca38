import type { DeclareField, DeclareSchema, DeclareSection } from "./schema.ts";
import type { DeclareKind } from "./words.ts";

const PAPERS = ["doc", "docx", "pdf", "jpg", "jpeg", "png"] as const;
const SCANS = ["pdf", "jpg", "jpeg", "png"] as const;

const title = (label: string): DeclareField => ({
  name: "title",
  label,
  kind: "text",
  max: 60,
  isRequired: true,
});

const category = (options: readonly string[]): DeclareField => ({
  name: "category",
  label: "类别",
  kind: "choice",
  options,
  isRequired: true,
});

const UNIT: DeclareField = {
  name: "unitName",
  label: "所在单位",
  kind: "unit",
  max: 60,
  isRequired: true,
  hint: "请填写单位全称，与公章一致",
};

const long = (
  name: string,
  label: string,
  max: number,
  min: number,
  hint?: string,
): DeclareField => ({
  name,
  label,
  kind: "long",
  max,
  min,
  isRequired: true,
  ...(hint ? { hint } : {}),
});

const leader = (who: string): DeclareSection => ({
  title: who,
  fields: [
    { name: "leaderName", label: "姓名", kind: "name", isRequired: true },
    { name: "leaderPost", label: "职务或职称", kind: "text", max: 40, isRequired: true },
    { name: "leaderPhone", label: "手机号码", kind: "phone", isRequired: true },
    { name: "leaderEmail", label: "电子邮箱", kind: "email", isRequired: true },
    {
      name: "leaderWork",
      label: "相关工作和成果",
      kind: "long",
      max: 800,
      identity: "work",
      hint: "近五年与本次申报有关的工作、课题和发表情况",
    },
  ],
});

const members = (max: number): DeclareField => ({
  name: "members",
  label: "主要成员",
  kind: "rows",
  noun: "人",
  max,
  parts: [
    { name: "name", label: "姓名", kind: "text", max: 30, isRequired: true, identity: "person" },
    { name: "unit", label: "单位", kind: "text", max: 60, isRequired: true, identity: "unit" },
    { name: "post", label: "职务或职称", kind: "text", max: 40 },
    { name: "task", label: "分工", kind: "text", max: 60, isRequired: true },
  ],
});

const promise = (what: string): DeclareSection => ({
  title: "承诺",
  fields: [
    {
      name: "promise",
      label: "承诺书",
      kind: "promise",
      text: `我保证${what}真实、准确，不存在抄袭、剽窃和一稿多报，成员均已知情并同意；如有不实，愿意承担相应责任。`,
      isRequired: true,
    },
  ],
});

const sealed: DeclareField = {
  name: "sealedPage",
  label: "申报书盖章页",
  kind: "files",
  types: SCANS,
  max: 1,
  isRequired: true,
  hint: "在“查看与打印”中下载申报书，签字盖章后扫描或拍照上传",
};

const attachments = (hint: string): DeclareField => ({
  name: "attachments",
  label: "附件",
  kind: "files",
  types: PAPERS,
  max: 5,
  hint,
});

const PROJECT: DeclareSchema = {
  sections: [
    {
      title: "基本信息",
      fields: [
        title("课题名称"),
        category(["理论研究", "实践研究", "政策研究", "调查研究"]),
        {
          name: "form",
          label: "成果形式",
          kind: "choice",
          options: ["研究报告", "论文", "专著", "课程或读本", "其他"],
          isRequired: true,
        },
        { name: "finishOn", label: "预计完成日期", kind: "day", isRequired: true },
        UNIT,
      ],
    },
    leader("负责人"),
    { title: "课题组成员", fields: [members(10)] },
    {
      title: "课题论证",
      intro: "这一部分送专家匿名评审，请不要出现姓名和单位名称。",
      fields: [
        long("background", "研究背景与意义", 1500, 100),
        long("goal", "研究目标与内容", 2000, 100),
        long("method", "研究方法与步骤", 1500, 100),
        long("novelty", "创新之处", 600, 30),
      ],
    },
    {
      title: "预期成果",
      fields: [
        {
          name: "outcomes",
          label: "预期成果",
          kind: "rows",
          noun: "项",
          max: 5,
          isRequired: true,
          parts: [
            { name: "name", label: "成果名称", kind: "text", max: 60, isRequired: true },
            {
              name: "kind",
              label: "形式",
              kind: "choice",
              options: ["研究报告", "论文", "专著", "课程或读本", "其他"],
              isRequired: true,
            },
            { name: "note", label: "说明", kind: "long", max: 300 },
          ],
        },
      ],
    },
    {
      title: "经费预算",
      fields: [
        {
          name: "budget",
          label: "经费预算",
          kind: "rows",
          noun: "项",
          max: 10,
          isRequired: true,
          sum: "amount",
          sumMax: "100000.00",
          parts: [
            {
              name: "item",
              label: "支出项目",
              kind: "choice",
              options: [
                "资料费",
                "调研差旅费",
                "会议费",
                "劳务费",
                "专家咨询费",
                "印刷出版费",
                "其他",
              ],
              isRequired: true,
            },
            { name: "amount", label: "金额（元）", kind: "money", isRequired: true },
            { name: "basis", label: "测算依据", kind: "text", max: 100 },
          ],
        },
      ],
    },
    promise("所填内容"),
    { title: "材料", fields: [sealed, attachments("前期成果、调研工具等，选交")] },
  ],
};

const PAPER: DeclareSchema = {
  sections: [
    {
      title: "基本信息",
      fields: [
        title("论文题目"),
        category(["亲子沟通", "家校社协同", "学前家庭教育", "青少年心理", "指导服务"]),
        UNIT,
      ],
    },
    leader("第一作者"),
    { title: "其他作者", fields: [members(4)] },
    {
      title: "论文概要",
      intro: "这一部分送专家匿名评审，请不要出现姓名和单位名称。",
      fields: [
        long("abstract", "摘要", 500, 100),
        { name: "keywords", label: "关键词", kind: "text", max: 60, isRequired: true },
        {
          name: "published",
          label: "是否已经发表",
          kind: "choice",
          options: ["未发表", "已发表"],
          isRequired: true,
        },
      ],
    },
    promise("论文及所填内容"),
    {
      title: "材料",
      fields: [
        {
          name: "paper",
          label: "论文全文（匿名）",
          kind: "files",
          types: ["doc", "docx", "pdf"],
          max: 1,
          isRequired: true,
          isBlindSafe: true,
          hint: "请删去作者姓名和单位",
        },
        attachments("发表证明等，选交"),
      ],
    },
  ],
};

const CASE: DeclareSchema = {
  sections: [
    {
      title: "基本信息",
      fields: [
        title("案例名称"),
        category(["家长学校", "社区服务", "特殊家庭关爱", "数字化指导", "区域推进"]),
        UNIT,
      ],
    },
    leader("联系人"),
    { title: "主要参与人", fields: [members(6)] },
    {
      title: "案例内容",
      intro: "这一部分送专家匿名评审，请不要出现姓名和单位名称。",
      fields: [
        long("problem", "要解决的问题", 800, 50),
        long("practice", "主要做法", 2000, 100),
        long("effect", "成效与启示", 1200, 50),
      ],
    },
    promise("案例及所填内容"),
    { title: "材料", fields: [sealed, attachments("照片、活动方案、问卷结果等，选交")] },
  ],
};

const UNIT_FORM: DeclareSchema = {
  sections: [
    {
      title: "基本信息",
      fields: [
        title("申报名称"),
        category(["中小学", "幼儿园", "社区", "高校", "社会组织"]),
        UNIT,
        {
          name: "staff",
          label: "从事家庭教育指导的人数",
          kind: "whole",
          max: 9999,
          isRequired: true,
        },
      ],
    },
    leader("联系人"),
    {
      title: "工作情况",
      fields: [
        long("team", "组织与队伍", 1000, 50),
        long("work", "开展的工作", 2000, 100),
        long("effect", "成效与影响", 1200, 50),
        long("plan", "今后三年的打算", 1000, 50),
      ],
    },
    promise("所填内容"),
    { title: "材料", fields: [sealed, attachments("制度文件、活动照片、所获荣誉等，选交")] },
  ],
};

/** What a batch of each kind begins with; staff change it for their batch. */
export const STANDARD_SCHEMAS: Readonly<Record<DeclareKind, DeclareSchema>> = {
  project: PROJECT,
  paper: PAPER,
  case: CASE,
  unit: UNIT_FORM,
};

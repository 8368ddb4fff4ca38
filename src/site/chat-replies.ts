/**
 * Canned answers, chosen by keyword in the browser; nothing that is typed leaves the page. Each leads
 * to the search or a page that is there.
 */
type Reply = { keywords: readonly string[]; text: string; search: string };

const REPLIES: readonly Reply[] = [
  {
    keywords: ["会费", "缴费", "交费", "发票", "票据", "多少钱", "费用"],
    text: "会费按个人会员和单位会员的级别收取，标准以“会费标准”页面为准。缴费后可以申请电子票据。",
    search: "会费标准",
  },
  {
    keywords: ["入会", "会员", "加入", "申请", "退会"],
    text: "个人和单位都可以申请入会：先看“入会指南”，备好材料后联系秘书处办理。注册网站账号不等于入会。",
    search: "入会",
  },
  {
    keywords: ["证书", "结业", "证明", "查询"],
    text: "培训结业发的是学习证明，不作为国家职业资格证书。需要核验真伪，请拨打服务电话并报出编号。",
    search: "证书",
  },
  {
    keywords: ["培训", "报名", "课程", "讲座", "学习班"],
    text: "近期的学习项目和开班通知都在“培训”栏目里，培训面向成年人，报名方式写在每份通知中。",
    search: "培训",
  },
  {
    keywords: ["课题", "申报", "立项", "结题", "论文"],
    text: "课题的指南、申报表和时间安排见“课题研究”栏目，表格可以在“下载中心”下载。",
    search: "课题",
  },
  {
    keywords: ["登录", "密码", "注册", "验证码", "账号"],
    text: "点页面右上角的“注册”，用手机号和短信验证码就能开通账号；忘了密码，在登录页点“忘记密码”。",
    search: "",
  },
  {
    keywords: ["孩子", "作业", "手机", "青春期", "叛逆", "沟通", "睡", "学校", "家长", "老人"],
    text: "“家庭教育指导”栏目里有写给家长的方法和案例。说得越具体，越容易找到合适的文章；急的话请直接打热线。",
    search: "家庭教育指导",
  },
  {
    keywords: ["会刊", "投稿", "期刊"],
    text: "菜单里的“学会会刊”可以在线阅读，征稿要求见栏目里的通知。",
    search: "会刊",
  },
  {
    keywords: ["地址", "在哪", "邮箱", "联系", "上班", "几点"],
    text: "秘书处的地址、邮箱和服务时间写在每一页的底部。",
    search: "联系我们",
  },
  { keywords: ["你好", "您好", "在吗"], text: "您好，请问想了解什么？", search: "" },
];

const UNKNOWN =
  "这个问题我答不上来。您可以换个说法，用全站搜索找一找，或者转人工电话，由老师回答。";

export const GREETING =
  "您好！我是教育小助手，只会回答一些常见问题。下面的问题可以直接点，也可以自己写。";

/** The words of the button and what is asked by it. */
export const QUICK_QUESTIONS: readonly (readonly [label: string, question: string])[] = [
  ["怎样入会", "怎样申请入会？"],
  ["会费多少", "会费是多少？"],
  ["培训报名", "培训怎样报名？"],
  ["孩子的事想咨询", "孩子的事想咨询，怎么办？"],
];

/** `search`: words that find more on this site, or empty. */
export function replyTo(question: string): { text: string; search: string } {
  const found = REPLIES.find(({ keywords }) => keywords.some((word) => question.includes(word)));
  return found ?? { text: UNKNOWN, search: question.trim().slice(0, 30) };
}

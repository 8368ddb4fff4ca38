import type { Db } from "../../db/client.ts";
import { chatReply } from "./table.server.ts";

export const order = 45;

type Reply = readonly [question: string, keywords: string, answer: string, search: string];

/** The questions that a society hears most; the first four are buttons. Each leads to the search. */
const REPLIES: readonly Reply[] = [
  [
    "怎样申请入会？",
    "入会,会员,加入,申请,退会",
    "个人和单位都可以申请入会：先看“入会指南”，登录后就可以在网上填写；不便上网的，请拨打服务电话。注册网站账号不等于入会。",
    "入会",
  ],
  [
    "会费是多少？",
    "会费,缴费,交费,发票,票据,多少钱,费用",
    "会费按个人会员和单位会员的级别收取，标准以“入会指南”页面为准。缴费后可以申请电子票据。",
    "会费标准",
  ],
  [
    "培训怎样报名？",
    "培训,报名,课程,讲座,学习班",
    "近期的学习项目和开班通知都在“培训”栏目里，培训面向成年人，报名方式写在每份通知中。",
    "培训",
  ],
  [
    "孩子的事想咨询，怎么办？",
    "孩子,作业,手机,青春期,叛逆,沟通,睡,学校,家长,老人",
    "“家庭教育指导”栏目里有写给家长的方法和案例。说得越具体，越容易找到合适的文章；急的话请直接打热线。",
    "家庭教育指导",
  ],
  [
    "怎样查询证书？",
    "证书,结业,证明,查询",
    "培训结业发的是学习证明，不作为国家职业资格证书。需要核验真伪，请拨打服务电话并报出编号。",
    "证书",
  ],
  [
    "课题怎样申报？",
    "课题,申报,立项,结题,论文",
    "课题的指南、申报表和时间安排见“课题研究”栏目，表格可以在“下载中心”下载。",
    "课题",
  ],
  [
    "怎样注册和登录？",
    "登录,密码,注册,验证码,账号",
    "点页面右上角的“注册”，用手机号和短信验证码就能开通账号；忘了密码，在登录页点“忘记密码”。",
    "",
  ],
  [
    "怎样阅读会刊、投稿？",
    "会刊,投稿,期刊",
    "菜单里的“学会会刊”可以在线阅读，征稿要求见栏目里的通知。",
    "会刊",
  ],
  [
    "秘书处在哪里，几点上班？",
    "地址,在哪,邮箱,联系,上班,几点",
    "秘书处的地址、邮箱和服务时间写在每一页的底部。",
    "联系我们",
  ],
  ["你好", "你好,您好,在吗", "您好，请问想了解什么？", ""],
];

/** Only where there are none: an answer that staff removed stays removed. */
export async function base(db: Db): Promise<void> {
  const there = await db.select({ id: chatReply.id }).from(chatReply).limit(1);
  if (there.length > 0) return;
  await db
    .insert(chatReply)
    .values(
      REPLIES.map(([question, keywords, answer, search], index) => ({
        question,
        keywords,
        answer,
        linkUrl: search ? `/search?q=${encodeURIComponent(search)}` : "",
        orderNum: index + 1,
        createBy: "system",
      })),
    )
    .onConflictDoNothing();
}

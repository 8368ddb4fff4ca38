import type { FormFields } from "./form.ts";
import { ORG_TYPES } from "./words.ts";

const PAPERS = ["pdf", "png", "jpg", "jpeg"] as const;

/** Fields of a unit's application, in the order of the form: addOrg of product 4.3. */
export const ORG_FIELDS = {
  orgName: {
    kind: "text",
    label: "单位名称",
    min: 2,
    max: 100,
    isRequired: true,
    hint: "与登记证书一致",
  },
  creditCode: { kind: "creditCode", label: "统一社会信用代码", isRequired: true },
  orgType: { kind: "choice", label: "单位类型", options: ORG_TYPES, isRequired: true },
  region: { kind: "region", label: "所在地区", isRequired: true },
  address: { kind: "text", label: "通信地址", max: 200, isRequired: true },
  foundDate: { kind: "day", label: "成立时间" },
  staffCount: { kind: "whole", label: "职工人数", max: 999_999 },
  website: { kind: "web", label: "单位网站" },
  legalPerson: { kind: "name", label: "法定代表人", isRequired: true },
  rep: {
    kind: "rows",
    label: "会员代表",
    isRequired: true,
    max: 1,
    isOne: true,
    parts: [
      { name: "name", label: "姓名", kind: "name", max: 50, isRequired: true },
      { name: "post", label: "职务", kind: "text", max: 50, isRequired: true },
      { name: "phone", label: "手机号码", kind: "phone", max: 11, isRequired: true },
    ],
  },
  contact: {
    kind: "rows",
    label: "联系人",
    isRequired: true,
    max: 1,
    isOne: true,
    parts: [
      { name: "name", label: "姓名", kind: "name", max: 50, isRequired: true },
      { name: "post", label: "职务", kind: "text", max: 50 },
      { name: "phone", label: "手机号码", kind: "phone", max: 11, isRequired: true },
      { name: "email", label: "电子邮箱", kind: "email", max: 64, isRequired: true },
    ],
  },
  intro: {
    kind: "long",
    label: "单位简介",
    min: 50,
    max: 2000,
    isRequired: true,
    hint: "写明近两年与家庭教育有关的工作",
  },
  invoiceTitle: { kind: "text", label: "票据抬头", max: 100, hint: "不填则用单位名称" },
  seats: {
    kind: "rows",
    label: "享会员价人员",
    max: 100,
    parts: [
      { name: "name", label: "姓名", kind: "name", max: 50, isRequired: true },
      { name: "phone", label: "手机号码", kind: "phone", max: 11, isRequired: true },
    ],
    hint: "会籍有效期内以会员价参加培训和会议，可以以后再填",
  },
  logo: {
    kind: "files",
    label: "单位标志",
    max: 1,
    types: ["png", "jpg", "jpeg"],
    purpose: "content",
    hint: "在会员名录中公开显示",
  },
  licence: {
    kind: "files",
    label: "登记证书",
    max: 1,
    types: PAPERS,
    purpose: "licence",
    isRequired: true,
    hint: "统一社会信用代码证书或登记证书的扫描件",
  },
  applyForm: {
    kind: "files",
    label: "盖章申请表",
    max: 3,
    types: PAPERS,
    purpose: "licence",
    isRequired: true,
    hint: "先下载填好的申请表，打印盖章后扫描上传",
  },
} as const satisfies FormFields;

/** Steps of the form: product 4.4. */
export const ORG_STEPS: readonly (readonly [
  title: string,
  ...names: (keyof typeof ORG_FIELDS)[],
])[] = [
  [
    "基本信息",
    "orgName",
    "creditCode",
    "orgType",
    "region",
    "address",
    "foundDate",
    "staffCount",
    "website",
  ],
  ["单位信息", "legalPerson", "rep", "contact", "intro", "invoiceTitle", "seats"],
  ["材料", "logo", "licence", "applyForm"],
];

import { PAPERS } from "../people/paper-number.ts";
import type { FormFields } from "./form.ts";
import { DEGREES, EDUCATIONS, FIELDS, GENDERS, NATIONS, TITLES } from "./words.ts";

const PHOTOS = ["png", "jpg", "jpeg"] as const;
const SCANS = ["pdf", "png", "jpg", "jpeg"] as const;

/** Fields of a person's application, in the order of the form: addMember of product 4.3. */
export const PERSON_FIELDS = {
  realName: { kind: "name", label: "姓名", isRequired: true, hint: "与证件一致" },
  gender: { kind: "choice", label: "性别", options: GENDERS, isRequired: true },
  nation: { kind: "choice", label: "民族", options: NATIONS },
  idType: {
    kind: "choice",
    label: "证件类型",
    options: Object.keys(PAPERS),
    words: PAPERS,
    isRequired: true,
  },
  idNo: {
    kind: "idNo",
    label: "证件号码",
    isRequired: true,
    hint: "只用于核对身份、防止重复入会，加密保存",
  },
  birthday: { kind: "day", label: "出生日期", hint: "证件号码看不出出生日期的填写" },
  phone: { kind: "phone", label: "手机号码", isRequired: true, hint: "登录账号所用的手机号码" },
  email: { kind: "email", label: "电子邮箱", isRequired: true, hint: "接收票据和通知" },
  region: { kind: "region", label: "所在地区", isRequired: true },
  address: { kind: "text", label: "通信地址", max: 200 },
  postcode: { kind: "postcode", label: "邮政编码" },
  workUnit: {
    kind: "text",
    label: "工作单位",
    max: 100,
    isRequired: true,
    hint: "没有单位的填“无”",
  },
  dept: { kind: "text", label: "部门", max: 50 },
  post: { kind: "text", label: "职务", max: 50, isRequired: true },
  title: { kind: "choice", label: "职称", options: TITLES },
  education: { kind: "choice", label: "学历", options: EDUCATIONS, isRequired: true },
  degree: { kind: "choice", label: "学位", options: DEGREES },
  major: { kind: "text", label: "所学专业", max: 50 },
  fields: { kind: "choices", label: "专业方向", options: FIELDS, max: 3, isRequired: true },
  workYears: { kind: "whole", label: "从业年数", max: 70 },
  resume: {
    kind: "long",
    label: "个人简历",
    min: 20,
    max: 1000,
    isRequired: true,
    hint: "学习和工作经历，从近到远",
  },
  achievements: { kind: "long", label: "主要成果", max: 2000 },
  photo: {
    kind: "files",
    label: "一寸照片",
    max: 1,
    types: PHOTOS,
    purpose: "identity",
    pixels: [295, 413],
    isRequired: true,
    hint: "近期正面免冠照片，用于会员证",
  },
  proofFiles: {
    kind: "files",
    label: "证明材料",
    max: 5,
    types: SCANS,
    purpose: "identity",
    hint: "工作证明、聘书、论文首页等，任选其一",
  },
  applyForm: { kind: "files", label: "签名申请表", max: 1, types: SCANS, purpose: "identity" },
  referees: {
    kind: "rows",
    label: "推荐人",
    max: 2,
    parts: [
      { name: "name", label: "姓名", kind: "name", max: 50, isRequired: true },
      { name: "memberNo", label: "会员编号", kind: "text", max: 10, isRequired: true },
    ],
  },
} as const satisfies FormFields;

/** Steps of the form: product 4.4. */
export const PERSON_STEPS: readonly (readonly [
  title: string,
  ...names: (keyof typeof PERSON_FIELDS)[],
])[] = [
  [
    "基本信息",
    "realName",
    "gender",
    "nation",
    "idType",
    "idNo",
    "birthday",
    "phone",
    "email",
    "region",
    "address",
    "postcode",
  ],
  [
    "专业信息",
    "workUnit",
    "dept",
    "post",
    "title",
    "education",
    "degree",
    "major",
    "fields",
    "workYears",
    "resume",
    "achievements",
  ],
  ["材料", "photo", "proofFiles", "applyForm", "referees"],
];

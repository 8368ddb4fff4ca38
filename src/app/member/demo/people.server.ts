import { pick, type Random } from "#src/lib/art/random.ts";
import type { SignForm } from "#src/lib/membership/form.ts";
import { EDUCATIONS, FIELDS, TITLES } from "#src/lib/membership/words.ts";
import { checkCreditCode } from "#src/lib/people/credit-code.ts";
import { identityOf } from "#src/lib/people/identity-number.ts";

// Nobody of these lives, and no unit of these is registered: names are made of common characters, numbers
// begin with codes that were never given out, and telephones lie in a row that no operator uses.

const SURNAMES = [
  ..."王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕",
];
const WOMEN = [..."雅静婷欣怡悦芳琳慧敏洁颖晴岚蕾薇瑶莹娟萍"];
const MEN = [..."伟强磊明浩宇峰涛俊杰文斌志诚建国辉鹏博远"];
const BOTH = [..."晓思子嘉一若清安书景知行"];

/** Cities of the demo society, none of them on a map. */
const CITIES = ["云川", "东海", "青禾", "临江", "松岭", "南浦", "安澜", "文溪"] as const;

const PERSON_UNITS = [
  "师范大学教育学部",
  "第一实验小学",
  "第三中学",
  "实验幼儿园",
  "家庭教育指导中心",
  "教师发展学院",
  "妇女儿童活动中心",
  "社会工作服务社",
] as const;

const UNITS = [
  ["第二实验小学", "中小学"],
  ["外国语学校", "中小学"],
  ["师范大学教育学院", "高校"],
  ["中心幼儿园", "幼儿园"],
  ["家庭教育研究院", "科研院所"],
  ["家庭教育促进会", "社会组织"],
  ["晨曦社会工作服务中心", "社会组织"],
  ["春风社区家长学校", "社区"],
] as const;

const POSTS = [
  "教师",
  "副教授",
  "德育主任",
  "心理教师",
  "社工",
  "研究员",
  "园长",
  "家庭教育指导师",
] as const;

/** Counties and districts of GB/T 2260. */
export const DEMO_REGIONS = [
  "110105",
  "310104",
  "320106",
  "330106",
  "340104",
  "350203",
  "370102",
  "410105",
  "420106",
  "430104",
  "440106",
  "500103",
  "510104",
  "530102",
  "610113",
] as const;

export type Subject = {
  memberType: "01" | "02";
  name: string;
  /** Identity number; empty for a unit. */
  idNo: string;
  creditCode: string;
  region: string;
  phone: string;
  email: string;
  form: SignForm;
};

const two = (value: number): string => String(value).padStart(2, "0");

/** With the check sign that makes it a real number. */
function identityNumber(next: Random, nth: number): string {
  const year = 1962 + Math.floor(next() * 38);
  const day = `${year}${two(1 + Math.floor(next() * 12))}${two(1 + Math.floor(next() * 28))}`;
  const body = `900101${day}${String(nth % 1_000).padStart(3, "0")}`;
  const sign = [..."0123456789X"].find((each) => identityOf(body + each));
  return body + sign;
}

function creditCode(nth: number): string {
  const body = `52900000XHDEM${String(nth).padStart(4, "0")}`;
  const sign = [..."0123456789ABCDEFGHJKLMNPQRTUWXY"].find((each) => !checkCreditCode(body + each));
  return body + sign;
}

const phoneOf = (nth: number): string => `1990000${String(nth).padStart(4, "0")}`;

function chosen(next: Random, from: readonly string[], count: number): string {
  return Array.from({ length: count }, () => from[Math.floor(next() * from.length)]).join("");
}

function nameOf(next: Random, isWoman: boolean): string {
  const given = isWoman ? WOMEN : MEN;
  const isShort = next() < 0.25;
  return (
    chosen(next, SURNAMES, 1) + (isShort ? "" : chosen(next, BOTH, 1)) + chosen(next, given, 1)
  );
}

/** One of the persons. `photo`: key of the picture on the form. */
export function personOf(next: Random, nth: number, photo: string): Subject {
  const isWoman = next() < 0.6;
  const name = nameOf(next, isWoman);
  const region = pick(next, DEMO_REGIONS);
  const phone = phoneOf(1_000 + nth);
  const email = `person${nth}@example.com`;
  const workUnit = `${pick(next, CITIES)}市${pick(next, PERSON_UNITS)}`;
  const post = pick(next, POSTS);
  const field = pick(next, FIELDS);
  const years = 3 + Math.floor(next() * 25);
  return {
    memberType: "01",
    name,
    idNo: identityNumber(next, nth),
    creditCode: "",
    region,
    phone,
    email,
    form: {
      realName: name,
      gender: isWoman ? "女" : "男",
      nation: "汉族",
      idType: "identity",
      phone,
      email,
      region,
      workUnit,
      post,
      title: pick(next, TITLES),
      education: pick(next, EDUCATIONS),
      fields: [field],
      workYears: String(years),
      resume: `在${workUnit}任${post}，从事${field}方面的工作 ${years} 年，组织过家长课堂和教师培训。`,
      photo: [photo],
    },
  };
}

/** One of the units. */
export function unitOf(
  next: Random,
  nth: number,
  { licence, stamped }: { licence: string; stamped: string },
): Subject {
  const city = CITIES[nth % CITIES.length] ?? CITIES[0];
  const [what, orgType] = UNITS[Math.floor(nth / CITIES.length) % UNITS.length] ?? UNITS[0];
  const name = `${city}市${what}`;
  const region = pick(next, DEMO_REGIONS);
  const phone = phoneOf(5_000 + nth);
  const email = `unit${nth}@example.com`;
  const code = creditCode(nth);
  return {
    memberType: "02",
    name,
    idNo: "",
    creditCode: code,
    region,
    phone,
    email,
    form: {
      orgName: name,
      creditCode: code,
      orgType,
      region,
      address: `${city}市学府路 ${nth + 1} 号`,
      legalPerson: nameOf(next, next() < 0.5),
      rep: [{ name: nameOf(next, true), post: "副校长", phone: phoneOf(6_000 + nth) }],
      contact: [{ name: nameOf(next, false), post: "办公室主任", phone, email }],
      intro: `${name}近两年开设家长课堂四十余场，编写家校沟通手册，建有家长志愿者队伍，服务周边社区的家庭，每学期举办两次家长开放日。`,
      licence: [licence],
      applyForm: [stamped],
    },
  };
}

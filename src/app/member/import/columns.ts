/** Columns of the workbook, in the order of the template; each header must be there, the order is free. */
export const COLUMNS = [
  ["类别", "memberType"],
  ["名称", "name"],
  ["会员编号", "memberNo"],
  ["会员级别", "levelName"],
  ["入会日期", "joinedOn"],
  ["会籍期间", "terms"],
  ["证件类型", "idType"],
  ["证件号码", "idNo"],
  ["统一社会信用代码", "creditCode"],
  ["手机号码", "phone"],
  ["电子邮箱", "email"],
  ["所在地区", "region"],
  ["通信地址", "address"],
  ["工作单位", "workUnit"],
  ["职务", "post"],
  ["联系人", "contactName"],
  ["分支机构", "branch"],
  ["公开名录", "isPublic"],
] as const;

export type ImportKey = (typeof COLUMNS)[number][1];
export type ImportCells = Record<ImportKey, string>;

/** What each column takes, as the second sheet of the template says it. */
export const NOTES: Readonly<Record<ImportKey, string>> = {
  memberType: "必填。填“个人”或“单位”",
  name: "必填。个人填真实姓名，单位填登记证书上的全称",
  memberNo:
    "已有编号的填写并保留：个人为 P、单位为 D，加四位年份和五位序号，如 P201900012；不填则由系统按入会年份编号",
  levelName: "必填。与“会员级别”中的名称一致，可选的级别见下方",
  joinedOn: "如 2019-05-16；只知道年份的填 2019。不填则取最早一期会籍的第一天",
  terms:
    "一期或几期，用分号隔开，各期不能重叠。整年的填年份，如 2026 或 2024-2026；其他填起止日期，如 2025-10-08至2026-12-31。没有会籍期间的按已过期导入",
  idType: "个人填写，可选的类型见下方；不填为居民身份证",
  idNo: "个人填写，加密保存。身份证号码会核对校验位，须年满 18 周岁",
  creditCode: "单位填写，18 位，会核对校验位",
  phone: "个人填本人的、单位填联系人的 11 位手机号码。本人以后用它注册即可核准并关联会籍",
  email: "选填",
  region: "选填。填六位行政区划代码，或完整名称，如 浙江省杭州市西湖区",
  address: "选填，最多 200 个字",
  workUnit: "个人选填，最多 100 个字",
  post: "选填，最多 50 个字；单位填联系人的职务",
  contactName: "单位填写联系人姓名",
  branch: "选填。与“部门管理”中的名称一致",
  isPublic: "填“是”则在公开的会员名录中显示（个人须本人同意）；不填为“否”。单位会员一律显示",
};

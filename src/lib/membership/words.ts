// Words to choose from in applications. Stored as they are read: a word that is renamed later stays what
// the person chose.

export const GENDERS = ["男", "女"] as const;

/** 职称. */
export const TITLES = ["正高级", "副高级", "中级", "初级", "无"] as const;

export const EDUCATIONS = ["研究生", "大学本科", "大学专科", "高中或中专", "其他"] as const;

export const DEGREES = ["博士", "硕士", "学士", "无"] as const;

/** 专业方向. */
export const FIELDS = [
  "学前家庭教育",
  "中小学家校协同",
  "家庭教育指导服务",
  "青少年心理与亲子关系",
  "隔代养育",
  "特殊需要儿童家庭支持",
  "家庭教育政策与法律",
  "家庭教育史与理论",
  "社会工作",
  "其他",
] as const;

/** product 4.3, addOrg. */
export const ORG_TYPES = [
  "高校",
  "中小学",
  "幼儿园",
  "科研院所",
  "社会组织",
  "机关事业",
  "企业",
  "社区",
  "其他",
] as const;

export const NATIONS = [
  "汉族",
  "蒙古族",
  "回族",
  "藏族",
  "维吾尔族",
  "苗族",
  "彝族",
  "壮族",
  "布依族",
  "朝鲜族",
  "满族",
  "侗族",
  "瑶族",
  "白族",
  "土家族",
  "哈尼族",
  "哈萨克族",
  "傣族",
  "黎族",
  "傈僳族",
  "佤族",
  "畲族",
  "高山族",
  "拉祜族",
  "水族",
  "东乡族",
  "纳西族",
  "景颇族",
  "柯尔克孜族",
  "土族",
  "达斡尔族",
  "仫佬族",
  "羌族",
  "布朗族",
  "撒拉族",
  "毛南族",
  "仡佬族",
  "锡伯族",
  "阿昌族",
  "普米族",
  "塔吉克族",
  "怒族",
  "乌孜别克族",
  "俄罗斯族",
  "鄂温克族",
  "德昂族",
  "保安族",
  "裕固族",
  "京族",
  "塔塔尔族",
  "独龙族",
  "鄂伦春族",
  "赫哲族",
  "门巴族",
  "珞巴族",
  "基诺族",
  "其他",
] as const;

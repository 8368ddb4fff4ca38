/** Units of the demo's experts; some of them declare as well, so that conflicts are seen. */
export const EXPERT_UNITS = [
  "澜江大学教育学院",
  "云川师范大学",
  "海岳师范大学心理学院",
  "北原市教育科学研究院",
  "澄湖学院",
  "西陵大学社会学系",
  "青禾社区服务中心",
  "平江教育学院",
] as const;

export const FIELDS = [
  "家校社协同",
  "亲子沟通",
  "儿童发展心理",
  "家庭教育政策",
  "学前教育",
  "社会工作",
] as const;

/** What experts write; each is long enough for a sheet. */
export const COMMENTS = [
  "案例来自真实工作，做法清楚，家长参与度高；建议补充前后对比的数据，并说明可以推广的条件。",
  "问题抓得准，措施有层次，活动设计贴近家长需要；成效部分以描述为主，建议增加量化依据。",
  "组织有力，资源整合较好，有一定的示范意义；对特殊家庭的关照可以再具体一些。",
  "思路可行，过程记录完整；创新之处不够突出，建议提炼出别处可以借鉴的关键步骤。",
  "主题鲜明，材料扎实，家长反馈真实；建议说明持续开展的机制和经费来源。",
] as const;

import type { Kind } from "./kinds.ts";

export type Setting = {
  key: string;
  /** Name of its row. */
  name: string;
  group: Group;
  /** What it does, for whoever is about to change it. */
  note: string;
  kind: Kind;
  /** What it ships with; undefined where every installation has its own. */
  initial?: string;
  isPublic?: true;
};

export const GROUPS = [
  "站点信息",
  "联系方式",
  "网站功能",
  "登录",
  "账号与安全",
  "后台外观",
  "短信",
] as const;
type Group = (typeof GROUPS)[number];

const SWITCH: Kind = { kind: "switch" };
const LINE: Kind = { kind: "text" };
const OPTIONAL: Kind = { kind: "text", mayBeEmpty: true };
const LONG: Kind = { kind: "text", isLong: true };

/**
 * The settings that the program ships with and reads, in the order of their rows: names, groups,
 * what each may be and its first value. Wire-contract 4.3 and 6, then the society's own (product.md
 * 4.1, 4.10 and 7.3).
 */
export const SETTINGS: readonly Setting[] = [
  {
    key: "sys.index.skinName",
    name: "主框架页-默认皮肤样式名称",
    group: "后台外观",
    note: "供使用旧版界面的其他客户端读取，本后台不用。",
    kind: {
      kind: "choice",
      options: [
        ["skin-blue", "蓝色"],
        ["skin-green", "绿色"],
        ["skin-purple", "紫色"],
        ["skin-red", "红色"],
        ["skin-yellow", "黄色"],
      ],
    },
    initial: "skin-blue",
    isPublic: true,
  },
  {
    key: "sys.user.initPassword",
    name: "用户管理-账号初始密码",
    group: "账号与安全",
    note: "新增用户和重置密码时预先填好的密码，只有能新增用户或重置密码的人看得到。",
    kind: { kind: "password" },
  },
  {
    key: "sys.index.sideTheme",
    name: "主框架页-侧边栏主题",
    group: "后台外观",
    note: "后台侧边栏的默认颜色，每个人可以在布局设置中另选。",
    kind: {
      kind: "choice",
      options: [
        ["theme-dark", "深色"],
        ["theme-light", "浅色"],
      ],
    },
    initial: "theme-dark",
    isPublic: true,
  },
  {
    key: "sys.account.captchaEnabled",
    name: "账号自助-验证码开关",
    group: "登录",
    note: "登录和注册前是否要算一道验证码。关闭后更容易被撞库，只建议短时间关闭。",
    kind: SWITCH,
    initial: "true",
    isPublic: true,
  },
  {
    key: "sys.account.registerUser",
    name: "账号自助-是否开启用户注册功能",
    group: "账号与安全",
    note: "是否允许其他客户端用账号和密码注册；网站的手机号注册不受影响。",
    kind: SWITCH,
    initial: "false",
    isPublic: true,
  },
  {
    key: "sys.login.blackIPList",
    name: "用户登录-黑名单列表",
    group: "登录",
    note: "名单中的地址不能登录。可以写单个地址、10.0.* 或 10.0.0.1-10.0.0.9。",
    kind: { kind: "list", separator: ";", of: "address" },
    initial: "",
  },
  {
    key: "sys.account.initPasswordModify",
    name: "用户管理-初始密码修改策略",
    group: "账号与安全",
    note: "还在用初始密码的人登录后，是否提醒其修改。",
    kind: {
      kind: "choice",
      options: [
        ["0", "不提醒"],
        ["1", "提醒修改"],
      ],
    },
    initial: "1",
  },
  {
    key: "sys.account.passwordValidateDays",
    name: "用户管理-账号密码更新周期",
    group: "账号与安全",
    note: "超过这么多天没有改密码就提醒；0 表示不提醒。",
    kind: { kind: "number", min: 0, max: 365, unit: "天" },
    initial: "0",
  },
  {
    key: "sys.account.chrtype",
    name: "用户管理-密码字符范围",
    group: "账号与安全",
    note: "其他客户端的密码框按它提示；本系统的密码规则始终有效。",
    kind: {
      kind: "choice",
      options: [
        ["0", "任意字符"],
        ["1", "只限数字"],
        ["2", "只限字母"],
        ["3", "字母和数字"],
        ["4", "字母、数字和符号"],
      ],
    },
    initial: "0",
    isPublic: true,
  },
  {
    key: "sys.account.lockFailures",
    name: "用户登录-锁定前允许的失败次数",
    group: "登录",
    note: "连续输错这么多次密码，账号暂时锁定。",
    kind: { kind: "number", min: 1, max: 100, unit: "次" },
    initial: "5",
  },
  {
    key: "sys.account.lockMinutes",
    name: "用户登录-锁定分钟数",
    group: "登录",
    note: "锁定多久后可以再试；登录日志里可以提前解锁。",
    kind: { kind: "number", min: 1, max: 1440, unit: "分钟" },
    initial: "10",
  },
  {
    key: "security.totpRoles",
    name: "安全-必须开启两步验证的角色",
    group: "账号与安全",
    note: "有这些角色的人必须开启两步验证后才能使用后台。填角色的权限字符。",
    kind: { kind: "list", separator: ",", of: "role" },
    initial: "",
  },
  {
    key: "sys.innerLink.hosts",
    name: "后台-允许内嵌的外部网站",
    group: "后台外观",
    note: "菜单里设为内嵌打开的外部网站，只有域名在这里的才会显示。",
    kind: { kind: "list", separator: ",", of: "host" },
    initial: "",
  },
  {
    key: "sms.dailyBudget",
    name: "短信-全站每日上限",
    group: "短信",
    note: "全站一天最多发出的短信，防止被人盗刷；用完后当天不再发送。",
    kind: { kind: "number", min: 0, max: 1_000_000, unit: "条" },
    initial: "5000",
  },
  {
    key: "site.name",
    name: "网站-学会名称",
    group: "站点信息",
    note: "显示在页头、页脚和每个页面的标题里。",
    kind: LINE,
    initial: "全国家庭教育学会",
    isPublic: true,
  },
  {
    key: "site.badge",
    name: "网站-名称旁的标记",
    group: "站点信息",
    note: "页头名称旁的小标记，例如“演示站”；留空则不显示。",
    kind: OPTIONAL,
    initial: "演示站",
    isPublic: true,
  },
  {
    key: "site.latinName",
    name: "网站-英文名称",
    group: "站点信息",
    note: "页头中文名称下的一行；留空则不显示。",
    kind: OPTIONAL,
    initial: "NATIONAL SOCIETY FOR FAMILY EDUCATION",
    isPublic: true,
  },
  {
    key: "site.description",
    name: "网站-简介",
    group: "站点信息",
    note: "搜索引擎和分享时显示的介绍，建议 60 到 120 字。",
    kind: LONG,
    initial: "研究家庭教育规律，服务千家万户。本站为演示站点，机构与内容均为虚构示例。",
    isPublic: true,
  },
  {
    key: "site.phone",
    name: "网站-联系电话",
    group: "联系方式",
    note: "显示在页头、页脚和各处“联系我们”。",
    kind: LINE,
    initial: "010-00000000",
    isPublic: true,
  },
  {
    key: "site.hours",
    name: "网站-服务时间",
    group: "联系方式",
    note: "显示在联系电话旁。",
    kind: LINE,
    initial: "工作日 9:00—11:30，13:30—17:00",
    isPublic: true,
  },
  {
    key: "site.email",
    name: "网站-联系邮箱",
    group: "联系方式",
    note: "显示在页脚，点击可以写信。",
    kind: { kind: "email" },
    initial: "service@example.org.cn",
    isPublic: true,
  },
  {
    key: "site.address",
    name: "网站-联系地址",
    group: "联系方式",
    note: "显示在页脚。",
    kind: LINE,
    initial: "北京市海淀区示例路 1 号",
    isPublic: true,
  },
  {
    key: "site.postcode",
    name: "网站-邮政编码",
    group: "联系方式",
    note: "显示在联系地址后。",
    kind: LINE,
    initial: "100000",
    isPublic: true,
  },
  {
    key: "site.host",
    name: "网站-主办单位",
    group: "站点信息",
    note: "显示在页脚。",
    kind: LINE,
    initial: "全国家庭教育学会秘书处",
    isPublic: true,
  },
  {
    key: "site.icp",
    name: "网站-ICP 备案号",
    group: "站点信息",
    note: "显示在页脚并链接到备案系统；留空则不显示。",
    kind: OPTIONAL,
    initial: "京ICP备00000000号-1",
    isPublic: true,
  },
  {
    key: "site.police",
    name: "网站-公安备案号",
    group: "站点信息",
    note: "显示在页脚；留空则不显示。",
    kind: OPTIONAL,
    initial: "京公网安备 00000000000000号",
    isPublic: true,
  },
  {
    key: "site.copyright",
    name: "网站-版权文字",
    group: "站点信息",
    note: "页脚最后一行的权利人。",
    kind: LINE,
    initial: "全国家庭教育学会（演示站）",
    isPublic: true,
  },
  {
    key: "site.qr",
    name: "网站-公众号二维码内容",
    group: "网站功能",
    note: "页脚的二维码按它绘制；上传了图片时用图片。留空则不显示。",
    kind: OPTIONAL,
    initial: "https://weixin.example.org/xuehui",
    isPublic: true,
  },
  {
    key: "site.qrImage",
    name: "网站-公众号二维码图片",
    group: "网站功能",
    note: "公众号后台下载的二维码图片。",
    kind: { kind: "picture" },
    initial: "",
    isPublic: true,
  },
  {
    key: "site.qrLabel",
    name: "网站-二维码说明",
    group: "网站功能",
    note: "二维码下的文字。",
    kind: LINE,
    initial: "学会官方公众号",
    isPublic: true,
  },
  {
    key: "site.notice",
    name: "网站-升级公告",
    group: "网站功能",
    note: "enabled 为 force 时一直显示，为 window 时从 start 到 end 显示，其他值不显示；mode 为 full 时盖住整页，box 时为一个提示框。",
    kind: { kind: "notice" },
    initial: JSON.stringify({
      enabled: "force",
      mode: "box",
      start: "2025-09-02",
      end: "2025-09-04",
      title: "系统升级维护",
      text: "期间服务暂停，如有需要请联系老师",
    }),
    isPublic: true,
  },
  {
    key: "site.noticeCategory",
    name: "网站-首页公告栏目名称",
    group: "网站功能",
    note: "首页公告区显示哪个栏目的文章，填栏目的名称。",
    kind: LINE,
    initial: "通知公告",
    isPublic: true,
  },
  {
    key: "site.chatUrl",
    name: "网站-教育小助手嵌入地址",
    group: "网站功能",
    note: "右下角“教育小助手”打开的页面；留空则显示联系电话。",
    kind: { kind: "web" },
    initial: "",
    isPublic: true,
  },
];

const byKey = new Map(SETTINGS.map((setting) => [setting.key, setting]));

/** A setting of the program; undefined for one that staff made up. */
export const settingOf = (key: string): Setting | undefined => byKey.get(key);

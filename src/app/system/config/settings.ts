import { DUES_SETTINGS } from "./dues-settings.ts";
import { MEMBERSHIP_SETTINGS } from "./membership-settings.ts";
import { MESSAGE_SETTINGS } from "./message-settings.ts";
import { type Setting, SWITCH } from "./setting.ts";
import { SITE_SETTINGS } from "./site-settings.ts";

/**
 * The settings that the program ships with and reads, in the order of their rows: names, groups,
 * what each may be and its first value. wire 4.3 and 6, then the society's own (
 * product 4.1, 4.10 and 7.3).
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
    note: "新增用户和重置密码时预先填好的密码。填写后不再显示，只有能新增用户或重置密码的人在那里看得到。",
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
    note: "还在用初始密码的人登录后，是否必须先修改密码才能使用系统。",
    kind: {
      kind: "choice",
      options: [
        ["0", "不要求"],
        ["1", "必须先修改"],
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
    key: "security.stepUpMinutes",
    name: "安全-敏感操作验证的有效时间",
    group: "账号与安全",
    note: "确认到账、退款等操作前须再次输入密码（开启两步验证的输入动态验证码）；登录或验证后的这段时间内不再询问。",
    kind: { kind: "number", min: 1, max: 120, unit: "分钟" },
    initial: "15",
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
    key: "sms.alarmPercent",
    name: "短信-用量提醒线",
    group: "短信",
    note: "24 小时内发出的短信达到每日上限的这个比例时，在“待办”里提醒能查看发送记录的人。",
    kind: { kind: "number", min: 1, max: 100, unit: "%" },
    initial: "80",
  },
  {
    key: "sms.quietHours",
    name: "短信-免打扰时段",
    group: "短信",
    note: "这段时间里通知短信先不发，时段结束后自动发出；验证码不受影响。留空则随时发送。",
    kind: { kind: "hours" },
    initial: "21:00-08:00",
  },
  ...MESSAGE_SETTINGS,
  ...SITE_SETTINGS,
  ...MEMBERSHIP_SETTINGS,
  ...DUES_SETTINGS,
];

const byKey = new Map(SETTINGS.map((setting) => [setting.key, setting]));

/** A setting of the program; undefined for one that staff made up. */
export const settingOf = (key: string): Setting | undefined => byKey.get(key);

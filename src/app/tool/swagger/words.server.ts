import { BUSINESS_WORDS } from "./words.ts";

/** Titles of slices that no menu row names. */
const SLICES: Readonly<Record<string, string>> = {
  activity: "活动报名",
  art: "封面图",
  article: "文章",
  article_type: "栏目",
  "common/download": "文件下载",
  "common/oss/upload": "文件上传",
  "common/upload": "文件上传",
  "common/uploads": "文件上传",
  forgetPassword: "找回密码",
  links: "友情链接",
  login: "登录与会话",
  "login/mfa": "两步验证",
  "monitor/jobLog": "调度日志",
  register: "注册",
  search: "搜索",
  seo: "搜索引擎收录",
  "system/cooperation": "合作单位",
  "system/user/profile": "个人中心",
  "tool/gen/edit": "代码生成",
  unlockscreen: "锁屏",
  workbench: "工作台",
  server: "服务状态",
};

/** Last fixed parts of paths, where the contract gives them one meaning everywhere. */
const ACTIONS: Readonly<Record<string, string>> = {
  list: "查询列表",
  export: "导出",
  importData: "导入",
  importTemplate: "下载导入模板",
  optionselect: "查询选项",
  treeselect: "查询树形选项",
  roleMenuTreeselect: "查询角色的菜单树",
  deptTree: "查询部门树",
  exclude: "查询可选的上级",
  changeStatus: "修改状态",
  resetPwd: "重置密码",
  refreshCache: "刷新缓存",
  clean: "清空",
  unlock: "解锁",
  batchLogout: "批量强退",
  dataScope: "设置数据权限",
  allocatedList: "查询已分配的用户",
  unallocatedList: "查询未分配的用户",
  cancel: "取消授权",
  cancelAll: "批量取消授权",
  selectAll: "批量授权",
  authRole: "分配角色",
  updateSort: "保存排序",
  configKey: "按键名读参数",
  listTop: "查询最新公告",
  markRead: "标记已读",
  markReadAll: "全部标记已读",
  readUsers: "查询已读的人",
  login: "登录",
  logout: "退出登录",
  register: "注册",
  captchaImage: "取验证码",
  getInfo: "当前用户的信息",
  getRouters: "当前用户的菜单",
  avatar: "上传头像",
  updatePwd: "修改密码",
  unlockscreen: "解除锁屏",
  upload: "上传文件",
  uploads: "上传多个文件",
  download: "下载文件",
  "api-docs": "接口文档",
  "index.html": "空白页",
  suggest: "搜索建议",
  search: "搜索",
  run: "执行一次",
  targets: "查询可调用的任务",
  nextTimes: "查询接下来的执行时间",
  getNames: "查询缓存名称",
  getKeys: "查询缓存的键",
  getValue: "查询缓存的内容",
  clearCacheName: "清除一类缓存",
  clearCacheKey: "清除一个缓存",
  clearCacheAll: "清除全部缓存",
  clearTag: "按标签清除页面缓存",
  statements: "耗时最多的语句",
  storage: "表与索引的大小",
  importPreview: "预览导入",
  importErrors: "下载导入的错误行",
  preview: "预览",
  batchGenCode: "下载代码",
  genCode: "生成代码",
  importTable: "导入表",
  createTable: "建表",
  synchDb: "同步表结构",
};

/** Whole paths whose last part says too little. */
const PATHS: Readonly<Record<string, string>> = {
  "get /": "服务是否可用",
  "get /api/bll/article/listPreview": "文章预览列表",
  "get /api/bll/article/reads": "查询阅读数",
  "post /api/bll/article/{id}/read": "记一次阅读",
  "get /api/bll/article/{id}/qr.svg": "文章的二维码",
  "get /api/bll/article_type/treeList": "栏目树",
  "get /api/bll/article_type/indexList": "首页栏目",
  "get /api/bll/links/friendList": "友情链接列表",
  "post /sendCode": "发送短信验证码",
  "post /bllSendCode": "发送短信验证码（注册用）",
  "put /system/user/profile/contact/phone": "更换手机号",
  "put /system/user/profile/contact/email": "绑定邮箱",
  "post /login/mfa": "提交两步验证码",
  "post /registerByPhone": "手机号注册",
  "put /userResetPwdCheck": "核对手机验证码",
  "put /userResetPwd": "重设密码",
  "get /profile/{*}": "读取已上传的文件",
  "get /system/dict/data/type/{dictType}": "按字典类型查询",
  "get /system/user/profile": "查询个人信息",
  "put /system/user/editNickName": "修改昵称",
  "put /system/user/updPassword": "修改密码",
  "get /system/user/profile/sessions": "查询登录的设备",
  "get /system/user/profile/totp": "查询两步验证状态",
  "post /system/user/profile/totp": "开始开启两步验证",
  "put /system/user/profile/totp": "确认开启两步验证",
  "delete /system/user/profile/totp": "关闭两步验证",
  "get /system/user/authRole/{userId}": "查询用户的角色",
  "get /system/user": "查询新增用户的选项",
  "get /workbench": "工作台数据",
};

const METHODS: Readonly<Record<string, string>> = {
  get: "查询",
  post: "新增",
  put: "修改",
  delete: "删除",
};

/**
 * What the operations of a slice are filed under: the menu row of its folder or of the nearest one
 * above, else our own word, else the title its calls leave in the operation log (`logTitle`).
 */
export function groupOf(
  slice: string,
  menus: Readonly<Record<string, string>>,
  logTitle: string | undefined,
): string {
  for (let folder = slice; folder !== ""; folder = folder.slice(0, folder.lastIndexOf("/"))) {
    const name = SLICES[folder] ?? menus[folder];
    if (name) return name;
    if (!folder.includes("/")) break;
  }
  return logTitle ?? "其他接口";
}

/** One operation in a few words: `查询列表`, `新增`. */
export function summaryOf(
  method: string,
  path: string,
  log: readonly [string, number] | undefined,
): string {
  const known = PATHS[`${method} ${path}`];
  if (known) return known;
  const fixed = path.split("/").filter((part) => part !== "" && !part.startsWith("{"));
  const last = fixed.at(-1) ?? "";
  if (Object.hasOwn(ACTIONS, last)) return ACTIONS[last] ?? last;
  const isOne = path.endsWith("}");
  if (method === "get") return isOne ? "查询详情" : "查询";
  return (log && log[1] > 0 ? BUSINESS_WORDS[log[1]] : undefined) ?? METHODS[method] ?? method;
}

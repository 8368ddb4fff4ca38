import { pageStore, valueStore } from "./copies.server.ts";
import { captchas, failures, noStore, PERSON, sessions } from "./records.server.ts";
import type { Store } from "./store.server.ts";

const isOf = (tag: string) => (tags: string[]) => tags.join() === tag;
const isConfig = isOf("site");
const isDict = isOf("dict");

/** Names and remarks of wire 2.11; the last two are ours. */
export const STORES: readonly Store[] = [
  sessions("login_tokens:", "用户信息"),
  valueStore("sys_config:", "配置信息", isConfig),
  valueStore("sys_dict:", "数据字典", isDict),
  captchas("captcha_codes:", "验证码"),
  noStore("repeat_submit:", "防重提交"),
  failures("rate_limit:", "限流处理", ["ip:", "verify:"]),
  failures("pwd_err_cnt:", "密码错误次数", ["name:", PERSON]),
  valueStore("memo:", "其他数据", (tags) => !isConfig(tags) && !isDict(tags)),
  pageStore("page_cache:", "网站页面"),
];

/** The store of a name, with or without its colon. */
export const storeOf = (name: string): Store | undefined =>
  STORES.find((store) => store.cacheName === name || store.cacheName === `${name}:`);

/** A full key as its store and the rest; undefined when it belongs to none. */
export function splitKey(full: string): { store: Store; key: string } | undefined {
  const store = STORES.find((each) => full.startsWith(each.cacheName));
  return store && { store, key: full.slice(store.cacheName.length) };
}

import type { MenuSeed } from "./menu-seed.ts";

/** 系统管理 of the seed. */
const ABOVE_MESSAGES = 1;

const page = <const P extends string>(
  menuId: number,
  orderNum: number,
  menuName: string,
  path: string,
  component: string,
  icon: string,
  perms: P,
): MenuSeed<P> => ({
  menuId,
  parentId: ABOVE_MESSAGES,
  orderNum,
  menuName,
  path,
  component,
  icon,
  perms,
  menuType: "C",
});

const button = <const P extends string>(
  menuId: number,
  parentId: number,
  menuName: string,
  perms: P,
): MenuSeed<P> => ({
  menuId,
  parentId,
  orderNum: menuId % 10,
  menuName,
  path: "",
  perms,
  menuType: "F",
});

/** Pages below 系统管理 for what the society sends to people, each with its buttons. */
export const MESSAGE_ROWS = [
  page(
    2401,
    10,
    "消息模板",
    "messageTemplate",
    "message/template/index",
    "message",
    "system:message:list",
  ),
  button(2411, 2401, "模板修改", "system:message:edit"),
  button(2412, 2401, "模板试发", "system:message:test"),
  page(
    2402,
    11,
    "发送记录",
    "messageDelivery",
    "message/delivery/index",
    "log",
    "system:delivery:list",
  ),
  button(2421, 2402, "发送详情", "system:delivery:query"),
  button(2422, 2402, "重新发送", "system:delivery:retry"),
  button(2423, 2402, "不再发送", "system:delivery:drop"),
];

/** The permissions of these pages and of their buttons. */
export type MessagePermission = NonNullable<(typeof MESSAGE_ROWS)[number]["perms"]>;

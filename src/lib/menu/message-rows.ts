import type { MenuSeed } from "./menu-seed.ts";

type Row<P extends string> = Omit<MenuSeed<P>, "menuId" | "parentId"> & { perms: P };

const page = <const P extends string>(
  orderNum: number,
  menuName: string,
  path: string,
  component: string,
  icon: string,
  perms: P,
): Row<P> => ({ orderNum, menuName, path, component, icon, perms, menuType: "C" });

const button = <const P extends string>(orderNum: number, menuName: string, perms: P): Row<P> => ({
  orderNum,
  menuName,
  path: "",
  perms,
  menuType: "F",
});

/** Pages below 系统管理 for what the society sends to people, each with its buttons. */
const MESSAGE_ROWS = [
  {
    page: page(
      10,
      "消息模板",
      "messageTemplate",
      "message/template/index",
      "message",
      "system:message:list",
    ),
    buttons: [
      button(1, "模板修改", "system:message:edit"),
      button(2, "模板试发", "system:message:test"),
    ],
  },
  {
    page: page(
      11,
      "发送记录",
      "messageDelivery",
      "message/delivery/index",
      "email",
      "system:delivery:list",
    ),
    buttons: [
      button(1, "重新发送", "system:delivery:retry"),
      button(2, "不再发送", "system:delivery:drop"),
    ],
  },
] as const;

type Rows = (typeof MESSAGE_ROWS)[number];
/** The permissions of these pages and of their buttons. */
export type MessagePermission = Rows["page"]["perms"] | Rows["buttons"][number]["perms"];

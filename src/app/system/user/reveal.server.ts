import { revealing } from "#src/server/crud/revealing.ts";
import type { Slice } from "#src/server/start/context.ts";
import { USER } from "./fields.ts";
import { findUser } from "./list.server.ts";
import { REVEAL, requireUsersInScope } from "./service.server.ts";

/** 查看: phone or mail of one person, whole. */
export const userReveal: Slice = (app, { db }) =>
  revealing(app, {
    path: "/system/user",
    access: REVEAL,
    log: "用户管理",
    fields: { phonenumber: USER.phonenumber.label, email: USER.email.label },
    read: async (account, userId, field) => {
      await requireUsersInScope(db, account, REVEAL, [userId]);
      return (await findUser(db, userId))?.[field];
    },
  });

import { asc } from "drizzle-orm";
import { crud } from "#src/server/crud/crud.ts";
import { fieldsOf } from "#src/server/fields/facts.ts";
import type { Slice } from "#src/server/start/context.ts";
import { chatReply } from "../table.server.ts";
import { REPLY } from "./fields.ts";

/** 助手应答: the local answers of the chat assistant. */
const chatDesk: Slice = (app, context) => {
  crud(app, context, {
    path: "/api/bll/chat/desk",
    noun: "content:chat",
    table: chatReply,
    log: "助手应答",
    fields: fieldsOf(REPLY),
    list: {
      like: ["question", "keywords", "answer"],
      equals: ["status"],
      order: [asc(chatReply.orderNum)],
    },
    sheet: {
      name: "助手应答",
      columns: ["question", "keywords", "answer", "linkUrl", "orderNum", "status"],
    },
    unique: { label: "应答", name: "question", keys: { question: "这个问题已经有应答" } },
    hooks: { tags: ["site"] },
  });
};

export default chatDesk;

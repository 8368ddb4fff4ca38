import { asc } from "drizzle-orm";
import { crud } from "#src/server/crud/crud.ts";
import { address } from "#src/server/fields/address-field.ts";
import { choice, text, whole } from "#src/server/fields/fields.ts";
import type { Slice } from "#src/server/start/context.ts";
import { chatReply } from "../table.server.ts";

/** 助手应答: the local answers of the chat assistant. */
const chatDesk: Slice = (app, context) => {
  crud(app, context, {
    path: "/api/bll/chat/desk",
    noun: "content:chat",
    table: chatReply,
    log: "助手应答",
    fields: {
      question: text("问题", { max: 60, isRequired: true }),
      keywords: text("关键词", { max: 200 }),
      answer: text("回答", { max: 500, isRequired: true }),
      linkUrl: address("相关链接"),
      orderNum: whole("显示顺序"),
      status: choice("状态", ["0", "1"]),
    },
    list: {
      like: ["question", "keywords", "answer"],
      equals: ["status"],
      order: [asc(chatReply.orderNum)],
    },
    sheet: {
      name: "助手应答",
      columns: [
        ["问题", "question"],
        ["关键词", "keywords"],
        ["回答", "answer"],
        ["相关链接", "linkUrl"],
        ["显示顺序", "orderNum"],
        ["状态", "status", { 0: "正常", 1: "停用" }],
      ],
    },
    unique: { label: "应答", name: "question", keys: { question: "这个问题已经有应答" } },
    hooks: { tags: ["site"] },
  });
};

export default chatDesk;

import { Type } from "typebox";
import { CHANNELS } from "#src/lib/message/channels.ts";
import { isEvent } from "#src/lib/message/events.ts";
import { examplesOf, templateProblems } from "#src/lib/message/template-fields.ts";
import { wordsProblems } from "#src/lib/message/text.ts";
import { OneOf } from "#src/lib/wire.ts";
import { publishTags } from "#src/server/cache/tags.ts";
import { accountOf } from "#src/server/http/access.ts";
import { AppError, NOT_FOUND, refuseFields } from "#src/server/http/errors.ts";
import { ok, okSchema } from "#src/server/http/reply.ts";
import type { Slice } from "#src/server/start/context.ts";
import { societyName } from "../../system/config/service.server.ts";
import { findReceivers, writeDelivery, writeMessage } from "../service.server.ts";
import { saveTemplate, templateRows } from "./store.server.ts";
import { TemplateRow } from "./wire.ts";

const BASE = "/prod-api/api/bll/message/template";

const Words = Type.String({ default: "" });
const Version = Type.Integer({ title: "版本", default: 0, minimum: 0, maximum: 2_147_483_647 });

/** 消息模板: the texts of each event, as staff like them. */
const templates: Slice = (app, context) => {
  const { db } = context;

  app.get(
    `${BASE}/list`,
    {
      config: { access: "system:message:list" },
      schema: {
        summary: "各通知事件的文字与渠道",
        response: okSchema({
          data: Type.Object({ society: Type.String(), rows: Type.Array(TemplateRow) }),
        }),
      },
    },
    async () => ok({ data: { society: await societyName(context), rows: await templateRows(db) } }),
  );

  app.put(
    BASE,
    {
      config: { access: "system:message:edit", log: ["消息模板", 2] },
      schema: {
        summary: "修改一个通知事件的文字与渠道；站内消息始终发送",
        body: Type.Object({
          event: Type.String({ title: "通知事件" }),
          siteTitle: Words,
          siteText: Words,
          siteVersion: Version,
          smsIsOn: Type.Boolean({ default: false }),
          smsText: Words,
          smsCode: Words,
          smsVersion: Version,
          mailIsOn: Type.Boolean({ default: false }),
          mailTitle: Words,
          mailText: Words,
          mailVersion: Version,
        }),
        response: okSchema(),
      },
    },
    async (request) => {
      const { event, siteVersion, smsVersion, mailVersion, ...given } = request.body;
      if (!isEvent(event)) throw new AppError(NOT_FOUND, { code: 404 });
      const fields = { ...given, smsCode: given.smsCode.trim() };
      refuseFields(templateProblems(event, fields));
      await saveTemplate(db, event, {
        fields,
        versions: { site: siteVersion, sms: smsVersion, mail: mailVersion },
        userName: accountOf(request).userName,
      });
      return ok();
    },
  );

  app.post(
    `${BASE}/test`,
    {
      config: { access: "system:message:test", log: ["消息模板", 0] },
      schema: {
        summary: "用示例值把一段文字发给自己",
        body: Type.Object({
          event: Type.String({ title: "通知事件" }),
          channel: OneOf(CHANNELS),
          title: Words,
          text: Words,
          code: Words,
        }),
        response: okSchema(),
      },
    },
    async (request) => {
      const { event, channel, title, text, code } = request.body;
      if (!isEvent(event)) throw new AppError(NOT_FOUND, { code: 404 });
      const problems = wordsProblems(event, channel, { title, text });
      refuseFields({ [`${channel}Title`]: problems.title, [`${channel}Text`]: problems.text });
      const { userId } = accountOf(request);
      const own = await findReceivers(db, userId);
      const receiver = channel === "sms" ? own?.phone : own?.mail;
      if (channel === "sms" && !receiver) throw new AppError("您的账号没有手机号，不能试发短信");
      if (channel === "mail" && !receiver) throw new AppError("您的账号没有邮箱，不能试发邮件");
      const template = { event, channel, isOn: true, title, text, providerCode: code };
      // A test is about the account that asked, and no reminder of anybody's.
      const call = { userId, fields: examplesOf(event), subject: "test", subjectId: userId };
      await db.transaction(async (tx) => {
        if (channel === "site") await writeMessage(tx, call, template);
        else await writeDelivery(tx, call, template, receiver ?? "", { isTest: true });
        await publishTags(tx, ["messages"]);
      });
      return ok({}, channel === "site" ? "已发到您的站内消息" : "已交付发送，结果见发送记录");
    },
  );
};

export default templates;

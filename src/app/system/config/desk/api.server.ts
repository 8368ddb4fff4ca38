import { inArray } from "drizzle-orm";
import { Type } from "typebox";
import { accountOf } from "#src/server/http/access.ts";
import { AppError, refuseFields } from "#src/server/http/errors.ts";
import { ok, okSchema } from "#src/server/http/reply.ts";
import { secretBox } from "#src/server/secrets/secret-box.ts";
import type { Slice } from "#src/server/start/context.ts";
import { SEALED } from "../kinds.ts";
import { checkValue } from "../rules.ts";
import { config } from "../table.server.ts";
import { changeValues } from "../values.server.ts";
import { EDITABLE, labelOf, TOKEN_KEY, TOKEN_PATTERN } from "./groups.ts";
import { NOTICE_KEY, noticeProblems, readNotice } from "./notice.ts";

const BASE = "/prod-api/system/config/desk";

/** 网站设置: the settings of the site's texts. The rules of each are its kind's. */
const siteDesk: Slice = (app, context) => {
  const { db, env } = context;
  const valuesOf = async (): Promise<Record<string, string>> => {
    const rows = await db
      .select({ key: config.configKey, value: config.configValue })
      .from(config)
      .where(inArray(config.configKey, [...EDITABLE]));
    return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
  };

  app.get(
    `${BASE}/list`,
    {
      config: { access: "content:site:list" },
      schema: {
        response: okSchema({
          data: Type.Object({
            values: Type.Record(Type.String(), Type.String()),
            hasToken: Type.Boolean({ title: "百度推送密钥已填写" }),
          }),
        }),
      },
    },
    async () => {
      const { [TOKEN_KEY]: token = "", ...values } = await valuesOf();
      return ok({ data: { values, hasToken: token !== "" } });
    },
  );

  app.put(
    BASE,
    {
      config: { access: "content:site:edit", log: ["网站设置", 2] },
      schema: {
        summary: "修改网站设置",
        body: Type.Object({ values: Type.Record(Type.String(), Type.String()) }),
        response: okSchema(),
      },
    },
    async (request) => {
      const values = { ...request.body.values };
      const other = Object.keys(values).filter((key) => !EDITABLE.includes(key));
      refuseFields(Object.fromEntries(other.map((key) => [key, "这项设置不在这里修改"])));
      if (values[NOTICE_KEY] !== undefined) {
        // An unreadable value would become an empty notice, and the announced text would be gone.
        refuseFields({
          [NOTICE_KEY]: checkValue(NOTICE_KEY, values[NOTICE_KEY])
            ? `${labelOf(NOTICE_KEY)}的内容无法识别，请刷新页面后重新填写`
            : undefined,
        });
        const fields = readNotice(values[NOTICE_KEY]);
        refuseFields(noticeProblems(fields));
        values[NOTICE_KEY] = JSON.stringify(fields);
      }
      const before = await valuesOf();
      const token = values[TOKEN_KEY]?.trim();
      if (token) {
        refuseFields({
          [TOKEN_KEY]: TOKEN_PATTERN.test(token)
            ? undefined
            : "密钥应为 8 到 64 位字母和数字，从百度搜索资源平台复制",
        });
        const sealed = secretBox(env.dataDir).seal(token).toString("base64");
        values[TOKEN_KEY] = `${SEALED}${sealed}`;
      }
      const isOn = (values["site.baiduPush"] ?? before["site.baiduPush"]) === "true";
      if (isOn && !(token ?? before[TOKEN_KEY])) {
        const text = "开启推送前请先填写密钥";
        throw new AppError(text, { fields: { [TOKEN_KEY]: text } });
      }
      await changeValues(db, values, accountOf(request).userName, labelOf);
      return ok();
    },
  );
};

export default siteDesk;

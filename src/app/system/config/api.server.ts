import { asc } from "drizzle-orm";
import { Type } from "typebox";
import { publishTags } from "#src/server/cache/tags.ts";
import { crud } from "#src/server/crud/crud.ts";
import { choice, flag, text } from "#src/server/fields/fields.ts";
import { accountOf, hasPermission } from "#src/server/http/access.ts";
import { AppError, refuseFields } from "#src/server/http/errors.ts";
import { ok, okSchema } from "#src/server/http/reply.ts";
import { secretBox } from "#src/server/secrets/secret-box.ts";
import type { Slice } from "#src/server/start/context.ts";
import type { Env } from "#src/server/start/env.ts";
import { SEALED } from "./kinds.ts";
import { checkValue, HIDDEN, isSecret, isToSeal, mayBePublic, withoutSecret } from "./rules.ts";
import { settingRow } from "./service.server.ts";
import { config } from "./table.server.ts";
import { changeValues } from "./values.server.ts";

const BASE = "/prod-api/system/config";

/** The one secret that people work with: those who set passwords are offered it for that. */
const INITIAL_PASSWORD = "sys.user.initPassword";
const ITS_READERS = ["system:user:add", "system:user:resetPwd"] as const;

const sealedText = (env: Env, plain: string): string =>
  SEALED + secretBox(env.dataDir).seal(plain).toString("base64");

const VALUE = text("参数键值", { max: 500 });

/** Settings: wire 2.9; texts: wire 4.4; columns: wire 7. */
const api: Slice = (app, context) => {
  app.get(
    `${BASE}/configKey/:key`,
    {
      config: { access: "login", allowsEnrolment: true, allowsFirstPassword: true },
      schema: { params: Type.Object({ key: Type.String() }), response: okSchema() },
    },
    async (request) => {
      const account = accountOf(request);
      const row = await settingRow(context, request.params.key);
      const { key } = request.params;
      const isUsed =
        key === INITIAL_PASSWORD &&
        account.isStaff &&
        ITS_READERS.some((permission) => hasPermission(account, permission));
      const isOpen = isSecret(key) ? isUsed : row?.isPublic || account.isStaff;
      return ok(undefined, row && isOpen ? row.value : "");
    },
  );

  app.delete(
    `${BASE}/refreshCache`,
    {
      config: { access: "system:config:remove", log: ["参数管理", 9] },
      schema: { response: okSchema() },
    },
    async () => {
      await publishTags(context.db, ["site"]);
      return ok();
    },
  );

  app.put(
    `${BASE}/values`,
    {
      config: { access: "system:config:edit", log: ["参数管理", 2] },
      schema: {
        summary: "一次修改多个参数的键值",
        body: Type.Object({ values: Type.Record(Type.String(), Type.String()) }),
        response: okSchema(),
      },
    },
    async (request) => {
      const { userName } = accountOf(request);
      const values = Object.entries(request.body.values).map(([key, value]) => {
        const plain = value.trim();
        const isPlain = isToSeal(key) && plain !== "" && plain !== HIDDEN;
        // What is wrong with it is said before it can no longer be seen.
        return [key, isPlain && !checkValue(key, plain) ? sealedText(context.env, plain) : value];
      });
      await changeValues(context.db, Object.fromEntries(values), userName);
      return ok();
    },
  );

  crud(app, context, {
    path: "/system/config",
    noun: "system:config",
    table: config,
    log: "参数管理",
    place: "网站设置",
    fields: {
      configName: text("参数名称", { max: 100, isRequired: true }),
      configKey: text("参数键名", { max: 100, isRequired: true, missing: "参数键名长度不能为空" }),
      // Which ones may be empty depends on the key.
      configValue: {
        ...VALUE,
        namesFiles: true,
        // A client sends back what it was shown.
        read: (value) => (value === HIDDEN ? { value: undefined } : VALUE.read(value)),
      },
      configType: choice("系统内置", ["Y", "N"]),
      isPublic: flag("是否公开"),
      remark: text("备注", { max: 500 }),
    },
    list: {
      like: ["configName", "configKey"],
      equals: ["configType"],
      order: [asc(config.configId)],
      // By their values, their order would tell what the secret ones are.
      sortable: ["configId", "configName", "configKey", "configType", "createTime"],
    },
    shown: withoutSecret,
    sheet: {
      name: "参数数据",
      columns: [
        ["参数主键", "configId"],
        ["参数名称", "configName"],
        ["参数键名", "configKey"],
        ["参数键值", "configValue"],
        ["系统内置", "configType", { Y: "是", N: "否" }],
      ],
    },
    unique: { label: "参数", name: "configName", keys: { configKey: "参数键名已存在" } },
    hooks: {
      // Every page of the site may say what a setting says.
      tags: ["site"],
      checkSave: (_tx, next, before) => {
        const isBuiltIn = before?.configType === "Y";
        const isKept = before !== undefined && next.configValue === undefined;
        // Under another name it would be shown.
        const isBared = isKept && isSecret(before.configKey) && !isSecret(next.configKey);
        refuseFields({
          configKey:
            isBuiltIn && next.configKey !== before.configKey ? "内置参数的键名不能修改" : undefined,
          configValue:
            isKept && !isBared
              ? undefined
              : next.configValue === undefined
                ? isBared
                  ? "修改键名后请重新填写参数键值"
                  : "参数键值不能为空"
                : checkValue(next.configKey, next.configValue),
          ...(isToSeal(next.configKey) && next.configValue !== undefined && next.configValue !== ""
            ? { configValue: "加密保存，请在分组的参数设置里填写" }
            : {}),
          configType: isBuiltIn && next.configType !== "Y" ? "内置参数不能改为非内置" : undefined,
          isPublic:
            next.isPublic && (isSecret(next.configKey) || !mayBePublic(next.configKey))
              ? "该参数不能公开"
              : undefined,
        });
      },
      checkRemove: (_tx, rows) => {
        const builtIn = rows.find((row) => row.configType === "Y");
        // The space at the end is the contract's.
        if (builtIn) throw new AppError(`内置参数【${builtIn.configKey}】不能删除 `);
      },
    },
  });
};

export default api;

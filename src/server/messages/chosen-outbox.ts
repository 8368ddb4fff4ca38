import { sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import type { Memo } from "../cache/memo.ts";
import { secretBox } from "../secrets/secret-box.ts";
import type { Env } from "../start/env.ts";
import { fileOutbox, type Message, MessageRefused, type Outbox } from "./outbox.ts";
import { sendByAliyun } from "./sms-aliyun.ts";
import { sendByTencent } from "./sms-tencent.ts";
import { sendBySmtp } from "./smtp.ts";

/** How an encrypted setting begins (app/system/config/kinds.ts). */
const SEALED = "sealed:";

type Place = { env: Env; db: Db; memo: Memo };

/** Addresses in place of the providers' own, and a certificate to trust; of the tests. */
export type StandIns = { sms?: string; ca?: string };

/**
 * Sends by the providers that the settings `sms.*` and `mail.*` name; to files where SMS_PROVIDER or
 * MAIL_PROVIDER says so, or the settings do.
 */
export function chosenOutbox({ env, db, memo }: Place, standIns: StandIns = {}): Outbox {
  const file = fileOutbox(env.dataDir);
  const settings = async () => {
    const values = await memo.get("message-settings", ["site"], async () => {
      const { rows } = await db.execute<{ key: string; value: string }>(
        sql`select config_key as key, config_value as value from sys_config
          where config_key like 'sms.%' or config_key like 'mail.%' or config_key = 'site.name'`,
      );
      return new Map(rows.map(({ key, value }) => [key, value]));
    });
    return (key: string) => values.get(key)?.trim() ?? "";
  };
  const opened = (value: string): string => {
    if (!value.startsWith(SEALED)) return "";
    try {
      return secretBox(env.dataDir).open(Buffer.from(value.slice(SEALED.length), "base64"));
    } catch {
      return "";
    }
  };

  return {
    async sms(message) {
      const get = await settings();
      const provider = env.smsProvider ?? get("sms.provider");
      const endpoint = standIns.sms ? { endpoint: standIns.sms } : {};
      if (provider === "aliyun") {
        const access = {
          keyId: get("sms.aliyunKeyId"),
          keySecret: opened(get("sms.aliyunSecret")),
          signName: get("sms.signName"),
        };
        refuseMissing("阿里云短信", access);
        return sendByAliyun({ ...access, ...endpoint }, message, templateOf(message, get));
      }
      if (provider === "tencent") {
        const access = {
          secretId: get("sms.tencentId"),
          secretKey: opened(get("sms.tencentSecret")),
          appId: get("sms.tencentAppId"),
          signName: get("sms.signName"),
        };
        refuseMissing("腾讯云短信", access);
        return sendByTencent({ ...access, ...endpoint }, message, templateOf(message, get));
      }
      return file.sms(message);
    },
    async mail(message, signal) {
      const get = await settings();
      if ((env.mailProvider ?? get("mail.provider")) !== "smtp") return file.mail(message);
      const needed = { host: get("mail.host"), from: get("mail.from") };
      refuseMissing("邮件服务器", needed);
      const security = get("mail.security");
      const access = {
        ...needed,
        port: Number(get("mail.port")) || 465,
        security: security === "starttls" || security === "plain" ? security : "ssl",
        user: get("mail.user"),
        password: opened(get("mail.password")),
        name: get("mail.fromName") || get("site.name"),
        ...(standIns.ca ? { ca: standIns.ca } : {}),
      } as const;
      return sendBySmtp(access, message, signal);
    },
  };
}

function refuseMissing(provider: string, access: Readonly<Record<string, string>>): void {
  if (Object.values(access).includes("")) {
    throw new MessageRefused(`${provider}的参数没有填全，请到参数设置中填写`, { isFinal: false });
  }
}

/** The number of the provider's own text: of the codes a setting, of a notice part of its template. */
function templateOf(message: Message, get: (key: string) => string): string {
  const id = message.code ? get("sms.codeTemplate") : (message.template?.id ?? "");
  if (id) return id;
  const where = message.code ? "参数设置" : "消息模板";
  throw new MessageRefused(`没有填写短信平台的模板编号，请到${where}中填写`, { isFinal: false });
}

import { type Message, MessageRefused } from "./outbox.ts";
import { CALL_MS, defaultOf, faultOf, isOfTheLine } from "./provider.ts";

export type AliyunAccess = {
  keyId: string;
  keySecret: string;
  /** 短信签名 as it was approved, without brackets. */
  signName: string;
  /** In place of the provider's own address; of the tests. */
  endpoint?: string;
};

/** Refusals that another try will not change: of the number, the text, the signature name. */
const FINAL =
  /^isv\.(MOBILE_|INVALID_|TEMPLATE_|SMS_TEMPLATE_|SIGN_|SMS_SIGNATURE_|BLACK_KEY|PARAM_|SMS_SIGN)/;

/** By Aliyun's own SDK. The text's values are its variables: `code` of a code, else p1, p2 … in their order. */
export async function sendByAliyun(
  access: AliyunAccess,
  message: Message,
  templateCode: string,
): Promise<string | undefined> {
  // Loaded by those who send by it: it is large.
  const [sdk, { Config }] = await Promise.all([
    import("@alicloud/dysmsapi20170525"),
    import("@alicloud/openapi-client"),
  ]);
  const Client = defaultOf(sdk.default);
  const at = access.endpoint ? new URL(access.endpoint) : undefined;
  const client = new Client(
    new Config({
      accessKeyId: access.keyId,
      accessKeySecret: access.keySecret,
      endpoint: at?.host ?? "dysmsapi.aliyuncs.com",
      protocol: at?.protocol === "http:" ? "HTTP" : "HTTPS",
      connectTimeout: CALL_MS,
      readTimeout: CALL_MS,
    }),
  );
  const values = message.code
    ? { code: message.code }
    : Object.fromEntries(
        (message.template?.params ?? []).map((value, index) => [`p${index + 1}`, value]),
      );
  const request = new sdk.SendSmsRequest({
    phoneNumbers: message.to,
    signName: access.signName,
    templateCode,
    templateParam: JSON.stringify(values),
  });
  const answer = await client.sendSms(request).catch((error: unknown) => {
    const { code, text } = faultOf(error);
    if (isOfTheLine(code)) throw new MessageRefused("连接阿里云短信失败", { isFinal: false });
    throw new MessageRefused(`阿里云拒绝：${text}（${code}）`, { isFinal: FINAL.test(code) });
  });
  const { code = "", message: text = "", bizId } = answer.body ?? {};
  if (code === "OK") return bizId;
  throw new MessageRefused(`阿里云拒绝：${text}（${code}）`, { isFinal: FINAL.test(code) });
}

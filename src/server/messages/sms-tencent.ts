import { type Message, MessageRefused } from "./outbox.ts";
import { CALL_MS, faultOf, isOfTheLine } from "./provider.ts";

export type TencentAccess = {
  secretId: string;
  secretKey: string;
  /** SdkAppId of the application. */
  appId: string;
  /** 短信签名 as it was approved, without brackets. */
  signName: string;
  /** In place of the provider's own address; of the tests. */
  endpoint?: string;
};

/** Refusals that another try will not change. */
const FINAL =
  /^(InvalidParameterValue\.|InvalidParameter|FailedOperation\.(ContainSensitiveWord|SignatureIncorrectOrUnapproved|TemplateIncorrectOrUnapproved|TemplateParamSetNotMatchApprovedTemplate|PhoneNumberInBlacklist|TemplateIdNotExist)|UnsupportedOperation\.|LimitExceeded\.PhoneNumberCountLimit)/;

/** By Tencent Cloud's own SDK. The text's values go in their order. */
export async function sendByTencent(
  access: TencentAccess,
  message: Message,
  templateId: string,
): Promise<string | undefined> {
  // Loaded by those who send by it: it is large.
  const { sms } = await import("tencentcloud-sdk-nodejs-sms");
  const at = access.endpoint ? new URL(access.endpoint) : undefined;
  const client = new sms.v20210111.Client({
    credential: { secretId: access.secretId, secretKey: access.secretKey },
    region: "ap-guangzhou",
    profile: {
      httpProfile: {
        reqTimeout: CALL_MS / 1_000,
        ...(at ? { endpoint: at.host, protocol: `${at.protocol}//` } : {}),
      },
    },
  });
  const request = {
    PhoneNumberSet: [`+86${message.to}`],
    SmsSdkAppId: access.appId,
    SignName: access.signName,
    TemplateId: templateId,
    TemplateParamSet: message.code ? [message.code] : [...(message.template?.params ?? [])],
  };
  const refused = (code: string, text: string) =>
    new MessageRefused(`腾讯云拒绝：${text}（${code}）`, { isFinal: FINAL.test(code) });
  const answer = await client.SendSms(request).catch((error: unknown) => {
    const { code, text } = faultOf(error);
    if (isOfTheLine(code)) throw new MessageRefused("连接腾讯云短信失败", { isFinal: false });
    throw refused(code, text);
  });
  const [status] = answer.SendStatusSet ?? [];
  if (status?.Code === "Ok") return status.SerialNo;
  throw refused(status?.Code ?? "", status?.Message ?? "");
}

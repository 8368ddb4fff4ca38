import { createTransport } from "nodemailer";
import { type Message, MessageRefused } from "./outbox.ts";
import { CALL_MS } from "./provider.ts";

export type SmtpAccess = {
  host: string;
  port: number;
  /** ssl: encrypted from the first byte; starttls: encrypted before anything is said; plain: neither. */
  security: "ssl" | "starttls" | "plain";
  user: string;
  password: string;
  /** The address that letters come from, and the name before it. */
  from: string;
  name: string;
  /** A certificate to trust beside the usual ones; of the tests. */
  ca?: string;
};

/** Sends one letter of plain text by SMTP, each on a connection of its own. */
export async function sendBySmtp(
  access: SmtpAccess,
  message: Message,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const transport = createTransport({
    host: access.host,
    port: access.port,
    secure: access.security === "ssl",
    requireTLS: access.security === "starttls",
    ignoreTLS: access.security === "plain",
    ...(access.user ? { auth: { user: access.user, pass: access.password } } : {}),
    ...(access.ca ? { tls: { ca: access.ca } } : {}),
    connectionTimeout: CALL_MS,
    greetingTimeout: CALL_MS,
    socketTimeout: CALL_MS,
    dnsTimeout: CALL_MS,
    // Nothing of a text ever names a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const stop = () => transport.close();
  signal?.addEventListener("abort", stop);
  try {
    const sent = await transport.sendMail({
      from: { name: access.name, address: access.from },
      to: message.to,
      subject: message.title ?? message.text.slice(0, 30),
      text: message.text,
    });
    return sent.messageId;
  } catch (error) {
    throw refusalOf(error);
  } finally {
    signal?.removeEventListener("abort", stop);
    transport.close();
  }
}

function refusalOf(error: unknown): MessageRefused {
  const { code, responseCode, response } = Object(error) as {
    code?: string;
    responseCode?: number;
    response?: string;
  };
  const said = String(response ?? "").slice(0, 150);
  if (code === "EAUTH") {
    return new MessageRefused("邮件服务器不接受账号或密码，请检查邮件设置", { isFinal: false });
  }
  if (code === "ETLS" || /CERT|SSL|TLS/.test(String(code ?? "")) || isCertificate(error)) {
    return new MessageRefused("邮件服务器的加密连接不可信，请检查邮件设置", { isFinal: false });
  }
  if (responseCode) {
    // 5xx of the address or the letter stays so; of the log-in or the sender it may be mended.
    const isFinal = responseCode >= 550 && responseCode <= 554 && code === "EENVELOPE";
    return new MessageRefused(`邮件服务器拒绝：${said}`, { isFinal });
  }
  return new MessageRefused("连接邮件服务器失败", { isFinal: false });
}

const isCertificate = (error: unknown): boolean =>
  /certificate|self.signed/i.test(String(Object(error).message ?? ""));

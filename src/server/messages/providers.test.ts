import { createHash, createHmac } from "node:crypto";
import http from "node:http";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startApp } from "../../test/app.ts";
import { CERTIFICATE, KEY } from "../../test/certificate.ts";
import { chosenOutbox } from "./chosen-outbox.ts";
import { withinTime } from "./outbox.ts";

const it = await startApp();
const { token } = await it.as("admin");
const set = async (values: Record<string, string>) => {
  const { body } = await it.call("PUT", "/system/config/values", { token, body: { values } });
  expect(body).toMatchObject({ code: 200 });
};

const SECRET = "AccessKeySecret-0123456789";
const sha = (text: string) => createHash("sha256").update(text).digest("hex");
const mac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text);

type Asked = { headers: http.IncomingHttpHeaders; url: string; body: string };
let asked: Asked[] = [];
let answer: { status?: number; body: object | "nothing" } = { body: {} };

/** Stands in for both providers of short messages: refuses what is not signed with the secret. */
const server = http.createServer((request, response) => {
  let body = "";
  request.on("data", (part) => {
    body += part;
  });
  request.on("end", () => {
    const call = { headers: request.headers, url: request.url ?? "", body };
    asked.push(call);
    if (answer.body === "nothing") return;
    const isTencent = request.headers["x-tc-action"] !== undefined;
    const isSigned = isTencent ? tencentSigned(call) : aliyunSigned(call);
    response.writeHead(isSigned ? (answer.status ?? 200) : 403, {
      "content-type": "application/json",
    });
    const wrong = { Code: "SignatureDoesNotMatch", Message: "wrong signature" };
    response.end(JSON.stringify(isSigned ? answer.body : wrong));
  });
});

const partsOf = (text: string) => {
  const found = (name: string) => new RegExp(`${name}=([^,\\s]+)`).exec(text)?.[1] ?? "";
  return { signed: found("SignedHeaders"), signature: found("Signature") };
};

function aliyunSigned({ headers, url, body }: Asked): boolean {
  const { signed, signature } = partsOf(headers.authorization ?? "");
  const [path = "", search = ""] = url.split("?");
  const lines = signed.split(";").map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const query = search.split("&").sort().join("&");
  const canonical = ["POST", path, query, lines.join(""), signed, sha(body)].join("\n");
  return mac(SECRET, `ACS3-HMAC-SHA256\n${sha(canonical)}`).digest("hex") === signature;
}

function tencentSigned({ headers, body }: Asked): boolean {
  const { signed, signature } = partsOf(headers.authorization ?? "");
  // The SDK names the service by the first part of the host: `sms` at the provider, `127` here.
  const service = /\/([\w-]+)\/tc3_request/.exec(headers.authorization ?? "")?.[1] ?? "";
  const stamp = String(headers["x-tc-timestamp"]);
  const day = new Date(Number(stamp) * 1_000).toISOString().slice(0, 10);
  // It signs the host without its port.
  const lines = signed
    .split(";")
    .map((name) => `${name}:${String(headers[name]).replace(/:\d+$/, "")}\n`);
  const canonical = ["POST", "/", "", lines.join(""), signed, sha(body)].join("\n");
  const text = `TC3-HMAC-SHA256\n${stamp}\n${day}/${service}/tc3_request\n${sha(canonical)}`;
  const key = mac(mac(`TC3${SECRET}`, day).digest(), service).digest();
  return mac(mac(key, "tc3_request").digest(), text).digest("hex") === signature;
}

let outbox: ReturnType<typeof chosenOutbox>;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  outbox = chosenOutbox(it.context, { sms: `http://127.0.0.1:${port}`, ca: CERTIFICATE });
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  asked = [];
});

const NOTICE = {
  to: "13800002096",
  scene: "signReturned",
  text: "【学会】…",
  template: { id: "SMS_1", params: ["S2026 & 一", "照片"] },
};
const CODE = { to: "13800002096", scene: "login", text: "…", code: "042137" };
const formOf = ({ url, body }: Asked) =>
  Object.fromEntries([...new URLSearchParams(url.split("?")[1]), ...new URLSearchParams(body)]);

test("Aliyun: signed, with its own template, its answers told apart", async () => {
  await set({
    "sms.provider": "aliyun",
    "sms.signName": "学会",
    "sms.codeTemplate": "SMS_9",
    "sms.aliyunKeyId": "key-id",
    "sms.aliyunSecret": SECRET,
  });
  answer = { body: { Code: "OK", Message: "OK", BizId: "biz-1", RequestId: "r" } };
  expect(await outbox.sms(NOTICE)).toBe("biz-1");
  expect(formOf(asked[0] as Asked)).toMatchObject({
    PhoneNumbers: "13800002096",
    SignName: "学会",
    TemplateCode: "SMS_1",
    TemplateParam: JSON.stringify({ p1: "S2026 & 一", p2: "照片" }),
  });
  expect(await outbox.sms(CODE)).toBe("biz-1");
  expect(formOf(asked[1] as Asked)).toMatchObject({
    TemplateCode: "SMS_9",
    TemplateParam: JSON.stringify({ code: "042137" }),
  });

  answer = { body: { Code: "isv.MOBILE_NUMBER_ILLEGAL", Message: "号码不合法" } };
  await expect(outbox.sms(NOTICE)).rejects.toMatchObject({
    message: "阿里云拒绝：号码不合法（isv.MOBILE_NUMBER_ILLEGAL）",
    isFinal: true,
  });
  answer = { body: { Code: "isv.BUSINESS_LIMIT_CONTROL", Message: "触发流控" } };
  await expect(outbox.sms(NOTICE)).rejects.toMatchObject({ isFinal: false });

  await set({ "sms.aliyunSecret": "another-secret" });
  await expect(outbox.sms(NOTICE)).rejects.toMatchObject({
    message: expect.stringContaining("SignatureDoesNotMatch"),
    isFinal: false,
  });
  await expect(outbox.sms({ ...NOTICE, template: { id: "", params: [] } })).rejects.toThrow(
    "没有填写短信平台的模板编号，请到消息模板中填写",
  );
  await set({ "sms.signName": "" });
  await expect(outbox.sms(NOTICE)).rejects.toThrow("阿里云短信的参数没有填全");
});

test("Tencent: signed, with its own template, its answers told apart", async () => {
  await set({
    "sms.provider": "tencent",
    "sms.signName": "学会",
    "sms.codeTemplate": "9",
    "sms.tencentId": "secret-id",
    "sms.tencentSecret": SECRET,
    "sms.tencentAppId": "1400006666",
  });
  const status = (more: object) => ({
    body: {
      Response: { SendStatusSet: [{ PhoneNumber: "+8613800002096", ...more }], RequestId: "r" },
    },
  });
  answer = status({ Code: "Ok", SerialNo: "no-1", Message: "send success" });
  expect(await outbox.sms(NOTICE)).toBe("no-1");
  expect(JSON.parse(asked[0]?.body ?? "")).toEqual({
    PhoneNumberSet: ["+8613800002096"],
    SmsSdkAppId: "1400006666",
    SignName: "学会",
    TemplateId: "SMS_1",
    TemplateParamSet: ["S2026 & 一", "照片"],
  });
  expect(await outbox.sms(CODE)).toBe("no-1");
  expect(JSON.parse(asked[1]?.body ?? "")).toMatchObject({
    TemplateId: "9",
    TemplateParamSet: ["042137"],
  });

  answer = status({ Code: "FailedOperation.PhoneNumberInBlacklist", Message: "in blacklist" });
  await expect(outbox.sms(NOTICE)).rejects.toMatchObject({
    message: "腾讯云拒绝：in blacklist（FailedOperation.PhoneNumberInBlacklist）",
    isFinal: true,
  });
  answer = status({ Code: "LimitExceeded.DeliveryFrequencyLimit", Message: "too often" });
  await expect(outbox.sms(NOTICE)).rejects.toMatchObject({ isFinal: false });
  answer = {
    body: {
      Response: {
        Error: { Code: "AuthFailure.SecretIdNotFound", Message: "no id" },
        RequestId: "r",
      },
    },
  };
  await expect(outbox.sms(NOTICE)).rejects.toMatchObject({
    message: "腾讯云拒绝：no id（AuthFailure.SecretIdNotFound）",
    isFinal: false,
  });
});

test("a provider that hangs is given up in time, whoever it is; a code's request is answered", async () => {
  answer = { body: "nothing" };
  for (const provider of ["aliyun", "tencent"]) {
    await set({
      "sms.provider": provider,
      "sms.signName": "学会",
      "sms.aliyunKeyId": "key-id",
      "sms.aliyunSecret": SECRET,
    });
    const began = Date.now();
    await expect(withinTime(300, () => outbox.sms(NOTICE))).rejects.toThrow("服务商没有及时回答");
    expect(Date.now() - began).toBeLessThan(3_000);
  }
  server.closeAllConnections();
});

test("secrets of providers: sealed in the database, in no answer and no log", async () => {
  await set({ "sms.aliyunSecret": SECRET, "mail.password": "letter-password-1" });
  const { rows } = await it.db.execute(
    "select config_value from sys_config where config_key in ('sms.aliyunSecret', 'mail.password')",
  );
  for (const { config_value } of rows) expect(config_value).toMatch(/^sealed:[\w+/]+={0,2}$/);
  const list = await it.call("GET", "/system/config/list?pageSize=100", { token });
  const logs = await it.db.execute("select to_jsonb(l)::text as row from sys_oper_log l");
  expect(logs.rows.length).toBeGreaterThan(0);
  for (const text of [list.text, ...logs.rows.map(({ row }) => String(row))]) {
    expect(text).not.toContain(SECRET);
    expect(text).not.toContain("letter-password-1");
  }
  // What was shown comes back and changes nothing; the table view takes no plain one.
  await set({ "sms.aliyunSecret": "******", "sms.signName": "学会" });
  const again = await it.db.execute(
    "select config_value from sys_config where config_key = 'sms.aliyunSecret'",
  );
  expect(rows.map(({ config_value }) => config_value)).toContain(again.rows[0]?.config_value);
  const [row] = (await it.call("GET", "/system/config/list?configKey=sms.aliyunSecret", { token }))
    .body.rows as object[];
  const plain = await it.call("PUT", "/system/config", {
    token,
    body: { ...row, configValue: "plain-secret" },
  });
  expect(plain.body.data).toEqual({ configValue: "加密保存，请在分组的参数设置里填写" });
});

const LETTER = {
  to: "member@example.org",
  scene: "receiptIssued",
  title: "票据已开具\r\nBcc: x@example.org",
  text: "张晓明，您好！\n您的票据已经开具。",
};

/** A mail server for one test; resolves with its port and the letters that it took. */
async function mailServer(options: SMTPServerOptions) {
  const letters: { from: string; to: string[]; text: string; isSecure: boolean }[] = [];
  const smtp = new SMTPServer({
    key: KEY,
    cert: CERTIFICATE,
    logger: false,
    onAuth: (auth, _session, done) =>
      auth.username === "sender" && auth.password === "letter-password-1"
        ? done(null, { user: "sender" })
        : done(new Error("Invalid username or password")),
    onRcptTo: (address, _session, done) => {
      const refusal = Object.assign(new Error("No such user here"), { responseCode: 550 });
      done(address.address.startsWith("nobody") ? refusal : null);
    },
    onData(stream, session, done) {
      let text = "";
      stream.on("data", (part) => {
        text += part;
      });
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        letters.push({
          from: mailFrom ? mailFrom.address : "",
          to: rcptTo.map(({ address }) => address),
          text,
          isSecure: session.secure,
        });
        done();
      });
    },
    ...options,
  });
  smtp.on("error", () => undefined);
  await new Promise<void>((resolve) => smtp.listen(0, "127.0.0.1", () => resolve()));
  const { port } = smtp.server.address() as AddressInfo;
  return {
    port,
    letters,
    close: () => new Promise<void>((resolve) => smtp.close(() => resolve())),
  };
}

const setMail = (port: number, security: string, more: Record<string, string> = {}) =>
  set({
    "mail.provider": "smtp",
    "mail.host": "localhost",
    "mail.port": String(port),
    "mail.security": security,
    "mail.user": "sender",
    "mail.password": "letter-password-1",
    "mail.from": "service@example.org",
    "mail.fromName": "",
    ...more,
  });

test.each([
  ["ssl", { secure: true }],
  ["starttls", {}],
] as const)(
  "SMTP by %s: encrypted, logged in, the letter as it was written",
  async (security, options) => {
    const smtp = await mailServer(options);
    try {
      await setMail(smtp.port, security);
      expect(await outbox.mail(LETTER)).toMatch(/^<.+>$/);
      const [letter] = smtp.letters;
      expect(letter).toMatchObject({
        from: "service@example.org",
        to: ["member@example.org"],
        isSecure: true,
      });
      expect(letter?.text).not.toMatch(/^Bcc:/im);
      expect(Buffer.from(letter?.text.split("\r\n\r\n")[1] ?? "", "base64").toString()).toContain(
        "您的票据已经开具",
      );
      await expect(outbox.mail({ ...LETTER, to: "nobody@example.org" })).rejects.toMatchObject({
        message: expect.stringContaining("No such user here"),
        isFinal: true,
      });
      await setMail(smtp.port, security, { "mail.password": "wrong-password" });
      await expect(outbox.mail(LETTER)).rejects.toMatchObject({
        message: "邮件服务器不接受账号或密码，请检查邮件设置",
        isFinal: false,
      });
      // Without the certificate nobody knows who the server is.
      await setMail(smtp.port, security);
      await expect(chosenOutbox(it.context).mail(LETTER)).rejects.toThrow(
        "邮件服务器的加密连接不可信",
      );
      expect(smtp.letters).toHaveLength(1);
    } finally {
      await smtp.close();
    }
  },
);

test("SMTP: a server that offers no encryption gets no password where it is asked for", async () => {
  const smtp = await mailServer({ disabledCommands: ["STARTTLS"], allowInsecureAuth: true });
  try {
    await setMail(smtp.port, "starttls");
    await expect(outbox.mail(LETTER)).rejects.toMatchObject({ isFinal: false });
    expect(smtp.letters).toEqual([]);
    await setMail(smtp.port, "plain");
    await outbox.mail(LETTER);
    expect(smtp.letters).toMatchObject([{ isSecure: false }]);
  } finally {
    await smtp.close();
  }
});

test("SMTP: a server that says nothing is given up, and its connection with it; one that is away is told", async () => {
  const sockets: Socket[] = [];
  const mute = createServer((socket) => void sockets.push(socket));
  await new Promise<void>((resolve) => mute.listen(0, "127.0.0.1", resolve));
  const { port } = mute.address() as AddressInfo;
  await setMail(port, "ssl", { "mail.host": "127.0.0.1" });
  await expect(withinTime(300, (signal) => outbox.mail(LETTER, signal))).rejects.toThrow(
    "服务商没有及时回答",
  );
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => mute.close(resolve));
  await expect(outbox.mail(LETTER)).rejects.toMatchObject({
    message: "连接邮件服务器失败",
    isFinal: false,
  });
});

test("files take everything where the settings, or the environment, say so", async () => {
  await set({ "sms.provider": "outbox", "mail.provider": "outbox" });
  await outbox.sms(NOTICE);
  await outbox.mail(LETTER);
  expect(it.outbox("sms").at(-1)).toMatchObject({ to: NOTICE.to });
  expect(it.outbox("mail").at(-1)).toMatchObject({ to: LETTER.to });
  await set({ "sms.provider": "aliyun" });
  const env = { ...it.context.env, smsProvider: "outbox" as const };
  await chosenOutbox({ ...it.context, env }, {}).sms(CODE);
  expect(it.outbox("sms").at(-1)).toMatchObject({ code: "042137" });
  expect(asked).toEqual([]);
});

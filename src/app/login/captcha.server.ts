import { randomInt, randomUUID } from "node:crypto";
import { and, eq, gt, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { lockInTransaction } from "../../db/locks.ts";
import { addressGroup } from "../../lib/address/address.ts";
import { AppError } from "../../server/http/errors.ts";
import type { Context } from "../../server/start/context.ts";
import { settings } from "../system/config/service.server.ts";
import { captchaPicture } from "./captcha-picture.server.ts";
import { inWords, isAnswer, sumQuestion } from "./sum-question.ts";
import { captcha } from "./table.server.ts";

/** product 4.2. */
const LIFE_SECONDS = 120;
const TEXTS_PER_HOUR = 3;
const IMAGES_PER_MINUTE = 60;

type Kind = "image" | "text";

/** The setting sys.account.captchaEnabled; anything but "false" keeps it on. */
export async function isCaptchaOn(context: Pick<Context, "db" | "memo">): Promise<boolean> {
  return (await settings(context)).get("sys.account.captchaEnabled") !== "false";
}

/**
 * Makes a question for this address: a picture as base64, or the question in words.
 * @throws AppError when the address asked too often (60 pictures a minute, 3 texts an hour).
 */
export async function newCaptcha(
  db: Db,
  kind: Kind,
  ip: string,
): Promise<{ uuid: string; img?: string; text?: string }> {
  const question = sumQuestion(randomInt);
  const uuid = randomUUID().replaceAll("-", "");
  const address = addressGroup(ip);
  await db.transaction(async (tx) => {
    await lockInTransaction(tx, "captcha", { subject: address });
    const seconds = kind === "text" ? 3_600 : 60;
    const made = await tx.$count(
      captcha,
      and(
        eq(captcha.ipaddr, address),
        eq(captcha.kind, kind),
        gt(captcha.createdAt, sql`now() - make_interval(secs => ${seconds})`),
      ),
    );
    if (kind === "text" && made >= TEXTS_PER_HOUR) {
      throw new AppError("文字题每小时最多显示3次，请使用图形验证码，或稍后再试");
    }
    if (made >= IMAGES_PER_MINUTE) throw new AppError("操作过于频繁，请稍后再试");
    await tx.insert(captcha).values({
      uuid,
      kind,
      answer: String(question.answer),
      ipaddr: address,
      expiresAt: sql`now() + make_interval(secs => ${LIFE_SECONDS})`,
    });
  });
  if (kind === "text") return { uuid, text: inWords(question) };
  const { left, sign, right } = question;
  return { uuid, img: await captchaPicture(`${left}${sign}${right}=?`) };
}

const CAPTCHA_GONE = "验证码已失效";
const CAPTCHA_WRONG = "验证码错误";

/**
 * Uses up a question and returns what is wrong with the answer (wire 4.1, step 1). Of many
 * parallel requests with one uuid a single one finds it.
 */
export async function spendCaptcha(
  db: Db,
  { uuid, code }: { uuid: string; code: string },
): Promise<string | undefined> {
  if (!/^[\da-f]{32}$/.test(uuid)) return CAPTCHA_GONE;
  const [row] = await db
    .update(captcha)
    .set({ expiresAt: sql`'epoch'` })
    .where(and(eq(captcha.uuid, uuid), gt(captcha.expiresAt, sql`now()`)))
    .returning({ answer: captcha.answer });
  if (!row) return CAPTCHA_GONE;
  return isAnswer(code.slice(0, 20), row.answer) ? undefined : CAPTCHA_WRONG;
}

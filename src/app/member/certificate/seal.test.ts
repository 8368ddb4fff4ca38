import { eq } from "drizzle-orm";
import sharp from "sharp";
import { expect, test } from "vitest";
import { publishTags } from "#src/server/cache/tags.ts";
import { startApp } from "#src/test/app.ts";
import { applicantWhoPays, signCalls } from "#src/test/membership.ts";
import { upload } from "#src/test/multipart.ts";
import { config } from "../../system/config/table.server.ts";
import { sign } from "../../system/sign/table.server.ts";

const it = await startApp();
const { token } = await it.as("admin");

test("the seal of the settings stands on the certificate; without one, or with its file gone, none does", async () => {
  const { id, login } = await applicantWhoPays(it, {});
  const { userId } = await it.as("staff");
  await it.db.update(sign).set({ checkedBy: userId }).where(eq(sign.id, id));
  const paid = { id, receivedAmount: "300.00", bankSerial: "99001" };
  await signCalls(it, token).put("financePass", paid);
  const { body } = await signCalls(it, login.token).get("getInfo");
  const { certificateCode } = (body.data as { member: { certificateCode: string } }).member;

  /** Pictures in the certificate as its owner gets it. */
  const pictures = async () => {
    const answer = await it.app.inject({
      url: `/prod-api/api/bll/member/certificate/pdf/${certificateCode}`,
      headers: { authorization: `Bearer ${login.token}` },
    });
    expect(answer.statusCode).toBe(200);
    return answer.rawPayload.toString("latin1").split("/Subtype /Image").length - 1;
  };
  const before = await pictures();
  const set = async (configValue: string) => {
    await it.db.update(config).set({ configValue }).where(eq(config.configKey, "member.seal"));
    await publishTags(it.db, ["site"]);
  };
  const circle = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300">
    <circle cx="150" cy="150" r="120" fill="none" stroke="#c23a22" stroke-width="12"/></svg>`;
  const bytes = await sharp(Buffer.from(circle)).png().toBuffer();
  const file = { field: "file", name: "印章.png", bytes };
  const stored = await upload(it, "/common/upload", [file], { token });
  await set(String(stored.fileName));
  await expect.poll(pictures).toBeGreaterThan(before);
  await set("/profile/upload/2026/11/20/00000000000000000000000000000abc.png");
  await expect.poll(pictures).toBe(before);
});

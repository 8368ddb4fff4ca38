import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { user } from "../../app/system/user/table.server.ts";
import { errorLine, errorText, maskPersonal } from "../../lib/safe-log.ts";
import { startApp } from "../../test/app.ts";
import { createLog } from "./log.ts";

const it = await startApp();

const PHONE = "13912345678";
const MAIL = "wang.fang@example.org";
const HASH = "$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$aGFzaGhhc2g";

/** The database's errors for statements with personal data in them. */
async function failures(): Promise<unknown[]> {
  await it.as("member", { phonenumber: PHONE, email: MAIL, password: HASH });
  const wrong = [
    // Refused by an index: the detail holds the key.
    it.db.insert(user).values({
      userName: "zweite",
      nickName: "x",
      phonenumber: PHONE,
      email: MAIL,
      password: HASH,
    }),
    // Not of the type: the message holds the value.
    it.db
      .select()
      .from(user)
      .where(eq(user.userId, sql`${PHONE + MAIL}::bigint`)),
    it.db.execute(sql`select ${`{"phone":"${PHONE}"`}::json`),
    it.db.execute(sql`select ${HASH}, ${MAIL}, ${PHONE} from nowhere`),
  ];
  return Promise.all(
    wrong.map(async (query) =>
      query.then(
        () => undefined,
        (error: unknown) => error,
      ),
    ),
  );
}

const isBare = (text: string) => {
  for (const secret of [PHONE, MAIL, HASH, "aGFzaGhhc2g"]) expect(text).not.toContain(secret);
};

test("no logger writes what a failed statement was about, only where and why it failed", async () => {
  const errors = await failures();
  expect(errors.every((error) => error instanceof Error)).toBe(true);
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => void lines.push(line) });
  const child = log.child({ reqId: 1 });
  for (const error of errors) {
    log.error({ err: error }, "failed");
    log.error(error);
    log.error(error, "failed");
    child.warn({ error, problem: error, detail: error, url: `/unlock/${PHONE}` }, `of ${MAIL}`);
    child.info(`of ${PHONE}`);
  }
  expect(lines).toHaveLength(errors.length * 5);
  for (const line of lines) isBare(line);
  expect(lines.join("")).toContain("sys_user_phone");
  expect(lines.join("")).toContain("insert into");
  expect(lines.join("")).toContain("log.test.ts");
  for (const error of errors) {
    isBare(errorLine(error));
    isBare(errorText(error));
    expect(errorText(error)).toContain("Failed query");
  }
});

test("phones, mail addresses and hashes are told from other figures", () => {
  const cases: [text: string, masked: string][] = [
    ["打给13912345678吧", "打给139****5678吧"],
    ["+8613912345678, 139-1234-5678, 139 1234 5678", "+86139****5678, 139****5678, 139****5678"],
    ["/unlock/%2B8613912345678", "/unlock/%2B86139****5678"],
    ["a.b+c@mail.example.org", "a***@mail.example.org"],
    ["to=wang%40example.org", "to=w***%40example.org"],
    [`hash ${HASH}`, "hash $…"],
    ["号11010519491231002X，", "号1101**********002X，"],
    ["110105 19491231 0021 和 110105-19491231-002x", "1101**********0021 和 1101**********002x"],
    ["１１０１０５１９４９１２３１００２Ｘ", "１１０１**********００２Ｘ"],
    ["914403001922038216 和 202611221234567890", "914403001922038216 和 202611221234567890"],
    ["1700000000000 和 12345678901 和 2026-11-22", "1700000000000 和 12345678901 和 2026-11-22"],
  ];
  for (const [text, masked] of cases) expect(maskPersonal(text)).toBe(masked);
});

test("a long text takes time by its length", () => {
  const time = (text: string) => {
    const began = performance.now();
    maskPersonal(text);
    return performance.now() - began;
  };
  for (const unit of ["a", "1", "110105 194", "13", "a@", "$2a$", "86 1"]) {
    const whole = Math.max(time(unit.repeat(200_000)), 1);
    expect(time(unit.repeat(400_000)), unit).toBeLessThan(whole * 8 + 200);
  }
});

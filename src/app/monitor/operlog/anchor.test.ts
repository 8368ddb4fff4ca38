import fs from "node:fs";
import path from "node:path";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { FileStore } from "#src/server/files/file-store.ts";
import { openFileStore } from "#src/server/files/open-file-store.ts";
import { type Env, parseEnv } from "#src/server/start/env.ts";
import { startApp } from "#src/test/app.ts";
import { startS3 } from "#src/test/s3.ts";
import { meanwhile } from "#src/test/waiting.ts";
import { storedFile } from "../../common/upload/table.server.ts";
import { type Anchor, anchorKey, CutLogError, keepAnchor } from "./anchor.server.ts";
import { auditVerifyCommand } from "./command.server.ts";
import { operLogHead } from "./table.server.ts";
import { startWorker } from "./worker.server.ts";

const s3 = await startS3();
const it = await startApp(s3.env);
const { token } = await it.as("admin");

type Machine = { env: Env; files: FileStore };

/** A machine of the same installation, with a directory of its own and this store. */
async function machine(name: string, variables: Record<string, string> = s3.env): Promise<Machine> {
  const dataDir = path.join(it.dataDir, name);
  fs.mkdirSync(path.join(dataDir, "audit"), { recursive: true });
  // Machines that share a database share this file (README).
  fs.copyFileSync(path.join(it.dataDir, "secret.key"), path.join(dataDir, "secret.key"));
  const env = parseEnv({ DATA_DIR: dataDir, ...variables }, dataDir);
  return { env, files: await openFileStore(env) };
}

let made = 0;
/** Adds `count` rows to the log. */
async function write(count: number): Promise<void> {
  for (let nth = 0; nth < count; nth++) {
    const body = { postCode: `anchor${++made}`, postName: `留存${made}`, postSort: 1 };
    expect((await it.call("POST", "/system/post", { token, body })).body.code).toBe(200);
  }
}
const endOfLog = async (): Promise<Anchor> => {
  const [head] = await it.db.select().from(operLogHead);
  return { operId: head?.lastId ?? 0, hash: head?.lastHash ?? "" };
};
/** As somebody does who can write the database: the last rows go, and the head goes back with them. */
const cut = (rows: number) =>
  it.db.transaction(async (tx) => {
    await tx.execute(sql`alter table sys_oper_log disable trigger all`);
    await tx.execute(sql`delete from sys_oper_log
      where oper_id > (select last_id - ${rows} from sys_oper_log_head)`);
    await tx.execute(sql`update sys_oper_log_head set (last_id, last_hash) =
      (select oper_id, hash from sys_oper_log order by oper_id desc limit 1)`);
    await tx.execute(sql`alter table sys_oper_log enable trigger all`);
  });

const printed: string[] = [];
const verify = async ({ env }: Machine) => {
  const code = await auditVerifyCommand(it.db, [], env);
  return `${code} ${printed.at(-1)}`;
};
const kept = (): Anchor => JSON.parse(fs.readFileSync(s3.objectFile(KEY), "utf8"));

await write(3);
const [one, other] = [await machine("one"), await machine("other")];
const KEY = anchorKey(one.env.dataDir);

beforeEach(() => {
  vi.spyOn(console, "log").mockImplementation((text: string) => void printed.push(text));
});
afterEach(async () => {
  vi.mocked(console.log).mockRestore();
  await one.files.remove(KEY);
  for (const { env } of [one, other]) fs.rmSync(earlierFile(env), { force: true });
});

const earlierFile = (env: Env) => path.join(env.dataDir, "audit", "oper-log.jsonl");
const lineOf = (anchor: Anchor) => `${JSON.stringify(anchor)}\n`;

test("a log that is cut is seen to be from every machine, also when it has grown again", async () => {
  await write(2);
  const end = await endOfLog();
  expect(await keepAnchor(it.db, one)).toEqual(end);
  expect(await verify(other)).toBe(`0 操作日志完整，共 ${end.operId} 条`);
  await cut(2);
  expect(await verify(other)).toBe(`1 第 ${end.operId - 1} 条缺失`);
  await write(1);
  await expect(keepAnchor(it.db, other)).rejects.toThrow(CutLogError);
  await write(3);
  await expect(keepAnchor(it.db, other)).rejects.toThrow(CutLogError);
  expect(kept()).toEqual(end);
  for (const each of [one, other]) {
    expect(await verify(each)).toBe(`1 第 ${end.operId} 条与留存的校验值不符`);
  }
});

test("two at once: the end that is kept never goes back", async () => {
  const first = await endOfLog();
  const slow: FileStore = {
    ...one.files,
    put: async (key, file) => {
      putting.resolve();
      await going.promise;
      await one.files.put(key, file);
    },
  };
  const [putting, going] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const early = keepAnchor(it.db, { ...one, files: slow });
  await putting.promise;
  await write(1);
  const late = keepAnchor(it.db, other);
  await expect
    .poll(
      async () => {
        const { rows } = await it.db.execute(sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
        return rows.length;
      },
      { timeout: 10_000 },
    )
    .toBe(1);
  going.resolve();
  expect(await early).toEqual(first);
  expect(await late).toEqual(await endOfLog());
  expect(kept()).toEqual(await endOfLog());
  // A run without new rows changes nothing.
  expect(await keepAnchor(it.db, one)).toEqual(kept());
});

test("a row that is not committed yet is not what is kept", async () => {
  const end = await endOfLog();
  const found = await meanwhile(
    it,
    (tx) =>
      tx
        .update(operLogHead)
        .set({ lastId: end.operId + 1 })
        .returning(),
    () => keepAnchor(it.db, one),
  );
  expect(found).toEqual(end);
  await it.db.update(operLogHead).set({ lastId: end.operId });
});

test("an upgrade raises no alarm, and what the old file knows counts on every machine", async () => {
  const end = await endOfLog();
  fs.writeFileSync(earlierFile(one.env), `${lineOf(end)}{"operId":99999`);
  expect(await verify(one)).toBe(`0 操作日志完整，共 ${end.operId} 条`);
  expect(await verify(other)).toContain("没有找到留存的链尾，不能确认末尾是否被截短");
  expect(await keepAnchor(it.db, one)).toEqual(end);
  expect(await verify(other)).toBe(`0 操作日志完整，共 ${end.operId} 条`);
});

test("a log that was cut before the upgrade is not taken for whole by it", async () => {
  await write(2);
  const end = await endOfLog();
  fs.writeFileSync(earlierFile(one.env), lineOf(end));
  await cut(2);
  // The machine without the file comes first.
  await keepAnchor(it.db, other);
  expect((await verify(other)).slice(0, 1)).toBe("0");
  await expect(keepAnchor(it.db, one)).rejects.toThrow(CutLogError);
  expect(kept()).toEqual(end);
  for (const each of [one, other]) {
    expect(await verify(each)).toBe(`1 第 ${end.operId - 1} 条缺失`);
  }
});

test("a machine that goes over to a shared store takes its end along", async () => {
  const alone = await machine("alone", {});
  await write(2);
  const end = await endOfLog();
  await keepAnchor(it.db, alone);
  const stored = path.join(alone.env.dataDir, "files", ...KEY.split("/"));
  expect(JSON.parse(fs.readFileSync(stored, "utf8"))).toEqual(end);
  expect(fs.statSync(stored).mode & 0o777).toBe(0o600);
  await cut(1);
  const shared = await machine("alone");
  expect(await verify(shared)).toBe(`1 第 ${end.operId} 条缺失`);
  await expect(keepAnchor(it.db, shared)).rejects.toThrow(CutLogError);
  expect(await verify(other)).toBe(`1 第 ${end.operId} 条缺失`);
});

test("a store that does not answer, or holds something else, is no whole log", async () => {
  await keepAnchor(it.db, one);
  s3.setMood("gone");
  expect(await verify(other)).toBe("1 文件存储服务暂时不可用，请稍后再试");
  await expect(keepAnchor(it.db, one)).rejects.toThrow();
  s3.setMood("up");
  // Connections from before are still being found broken.
  await expect.poll(() => verify(other), { timeout: 10_000 }).toMatch(/^0/);
  const file = path.join(it.dataDir, "forged");
  fs.writeFileSync(file, "{}");
  await one.files.put(KEY, file);
  expect(await verify(other)).toMatch(/^1 留存的日志链尾无法读取/);
});

test("a row of the database that names it as an upload does not take it away", async () => {
  await keepAnchor(it.db, one);
  const [row] = await it.db
    .insert(storedFile)
    .values({
      path: KEY,
      originalName: "图.png",
      mime: "image/png",
      bytes: 1,
      sha256: "",
      purpose: "content",
      isInLibrary: true,
    })
    .returning({ id: storedFile.id });
  const { body } = await it.call("DELETE", `/common/files/desk/${row?.id}`, { token });
  expect(body.code).toBe(200);
  expect(kept()).toMatchObject({ operId: expect.any(Number) });
});

test("a running process keeps the end by itself, and what was written last before it stopped", async () => {
  const log = { error: vi.fn() };
  const stop = await startWorker({ db: it.db, ...one, log: log as never });
  onTestFinished(stop);
  await write(1);
  await expect
    .poll(() => fs.existsSync(s3.objectFile(KEY)) && kept(), { timeout: 10_000 })
    .toEqual(await endOfLog());
  await write(1);
  await stop();
  expect(kept()).toEqual(await endOfLog());
  expect(log.error).not.toHaveBeenCalled();
});

test("a cut, and a store that is away, are reported once", async () => {
  await keepAnchor(it.db, one);
  await cut(1);
  const log = { error: vi.fn() };
  const stop = await startWorker({ db: it.db, ...one, log: log as never });
  await expect
    .poll(() => log.error.mock.calls)
    .toEqual([[{ err: expect.any(CutLogError) }, "the operation log was cut or changed"]]);
  await stop();
});

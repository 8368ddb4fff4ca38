import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { asc, eq, sql } from "drizzle-orm";
import { integer, pgTable } from "drizzle-orm/pg-core";
import { afterAll, beforeEach, expect, test } from "vitest";
import { connect } from "../../db/client.ts";
import { bytea } from "../../db/columns.ts";
import { isSealed } from "../../db/sealed-column.ts";
import { startApp } from "../../test/app.ts";
import { heldAt } from "../../test/races.ts";
import { scratchFolder } from "../../test/scratch.ts";
import { fieldBox, newestHead } from "./field-box.ts";
import { fieldKeys } from "./field-keys.ts";
import { KEYS_BUSY, rotateFieldKeys, type SealedColumn } from "./reseal.ts";

const it = await startApp();
const { db } = it;
const other = connect(it.databaseUrl, 6);
afterAll(() => other.close());

const probe = pgTable("reseal_probe", {
  probeId: integer().primaryKey(),
  idNumber: bytea(),
  account: bytea(),
});
await db.execute(sql`create table reseal_probe (probe_id integer primary key,
  id_number bytea constraint id_number_sealed check (${isSealed(sql.identifier("id_number"))}), account bytea)`);
const SEALED: SealedColumn[] = [
  { name: "identity", table: probe, id: probe.probeId, column: probe.idNumber },
  { name: "account", table: probe, id: probe.probeId, column: probe.account },
];

let dataDir = "";
const numberOf = (id: number) => `11010519491231${id}`;
const ROWS = 230;

/** Every third row has no account; the odd ids come last, so that the order of ids is not that of the table. */
async function fill(rows = ROWS): Promise<void> {
  await db.delete(probe);
  const identity = fieldBox(dataDir, "identity");
  const account = fieldBox(dataDir, "account");
  const ids = Array.from({ length: rows }, (_, index) => index + 1);
  await db.insert(probe).values(
    [...ids.filter((id) => id % 2 === 0), ...ids.filter((id) => id % 2 > 0)].map((probeId) => ({
      probeId,
      idNumber: identity.seal(numberOf(probeId)),
      account: probeId % 3 === 0 ? null : account.seal(`6222${probeId}`),
    })),
  );
}

/** Opens every value, and says how many have the newest key and how many an older one. */
async function look() {
  const identity = fieldBox(dataDir, "identity");
  const account = fieldBox(dataDir, "account");
  const counts = { newest: 0, older: 0 };
  for (const row of await db.select().from(probe).orderBy(asc(probe.probeId))) {
    expect(row.idNumber && identity.open(row.idNumber)).toBe(numberOf(row.probeId));
    expect(row.account && account.open(row.account)).toBe(
      row.probeId % 3 === 0 ? null : `6222${row.probeId}`,
    );
    for (const value of [row.idNumber, row.account])
      if (value) counts[value.subarray(0, 5).equals(newestHead(dataDir)) ? "newest" : "older"]++;
  }
  return counts;
}

const valuesOf = (rows: number) => rows + rows - Math.floor(rows / 3);
const rotate = (on = other.db) => rotateFieldKeys(on, dataDir, SEALED);

beforeEach(() => {
  dataDir = scratchFolder();
});

test("every field of every column gets the new key, and only what is sealed is touched", async () => {
  await fill();
  expect(await look()).toEqual({ newest: valuesOf(ROWS), older: 0 });
  const told: number[] = [];
  const done = await rotateFieldKeys(other.db, dataDir, SEALED, {
    onProgress: (count) => void told.push(count),
  });
  expect(done).toEqual({ resealed: valuesOf(ROWS), damaged: [], isContinued: false });
  expect(told.at(-1)).toBe(valuesOf(ROWS));
  expect(await look()).toEqual({ newest: valuesOf(ROWS), older: 0 });
  expect(fieldKeys(dataDir)).toMatchObject({ isRotating: false, keys: { length: 2 } });
  await rotate();
  expect(fieldKeys(dataDir).keys).toHaveLength(3);
  expect(await look()).toEqual({ newest: valuesOf(ROWS), older: 0 });
});

test("the table refuses what nobody has sealed", async () => {
  for (const wrong of [Buffer.from(numberOf(1)), Buffer.from(numberOf(1).repeat(2)), Buffer.of()])
    await expect(
      db.execute(sql`insert into reseal_probe (probe_id, id_number) values (9999, ${wrong})`),
    ).rejects.toMatchObject({ cause: { constraint: "id_number_sealed" } });
});

test("of two at once one rotates and the other says so; one key is made", async () => {
  await fill();
  const outcomes = await heldAt(it, (text) => text.includes("for update skip locked"), [
    () => rotate(),
    () => rotate(),
  ]);
  const refused = outcomes.filter((each) => each.status === "rejected");
  expect(refused.map(({ reason }) => (reason as Error).message)).toEqual([KEYS_BUSY]);
  expect(fieldKeys(dataDir).keys).toHaveLength(2);
  expect(await look()).toEqual({ newest: valuesOf(ROWS), older: 0 });
});

test("a row that somebody holds is left for the next run; the rotation waits for nobody for ever", async () => {
  await fill(60);
  const held = Promise.withResolvers<void>();
  const free = Promise.withResolvers<void>();
  const holder = db.transaction(async (tx) => {
    await tx.select().from(probe).where(eq(probe.probeId, 7)).for("update");
    held.resolve();
    await free.promise;
  });
  await held.promise;
  try {
    await expect(rotateFieldKeys(other.db, dataDir, SEALED, { patienceMs: 0 })).rejects.toThrow(
      "还有 2 项正被占用，请稍后再执行一次，会接着完成",
    );
    expect((await look()).older).toBe(2);
  } finally {
    free.resolve();
    await holder;
  }
  const running = rotate();
  expect(await running).toMatchObject({ isContinued: true, resealed: 2 });
  expect(fieldKeys(dataDir).keys).toHaveLength(2);
  expect(await look()).toEqual({ newest: valuesOf(60), older: 0 });
});

test("a row that somebody holds for a while is taken when it is free", async () => {
  await fill(60);
  const progress = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const holder = db.transaction(async (tx) => {
    await tx.select().from(probe).where(eq(probe.probeId, 7)).for("update");
    held.resolve();
    await progress.promise;
  });
  await held.promise;
  const onProgress = (count: number) => {
    if (count >= valuesOf(60) - 2) progress.resolve();
  };
  const done = await rotateFieldKeys(other.db, dataDir, SEALED, { onProgress });
  await holder;
  expect(done).toMatchObject({ resealed: valuesOf(60), isContinued: false });
  expect(await look()).toEqual({ newest: valuesOf(60), older: 0 });
});

test("what a running server seals meanwhile stays readable and ends with the new key", async () => {
  await fill(120);
  // Made before the rotation, as a server's is.
  const box = fieldBox(dataDir, "identity");
  let isOver = false;
  const running = rotate().finally(() => {
    isOver = true;
  });
  let written = 0;
  while (!isOver) {
    const probeId = (written++ % 120) + 1;
    await db
      .update(probe)
      .set({ idNumber: box.seal(numberOf(probeId)) })
      .where(eq(probe.probeId, probeId));
  }
  await running;
  expect(written).toBeGreaterThan(0);
  expect(await look()).toEqual({ newest: valuesOf(120), older: 0 });
});

test("what somebody writes between the look and the act is not lost", async () => {
  await fill(20);
  const next = fieldBox(dataDir, "identity").seal("440524188001010014");
  const outcomes = await heldAt<unknown>(
    it,
    (text) => text.startsWith('update "reseal_probe" set "id_number"'),
    [
      () => rotate(),
      () => db.execute(sql`update reseal_probe set id_number = ${next} where probe_id = 1`),
    ],
  );
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
  const [row] = await db.select().from(probe).where(eq(probe.probeId, 1));
  expect(row?.idNumber && fieldBox(dataDir, "identity").open(row.idNumber)).toBe(
    "440524188001010014",
  );
});

test("without the right key nothing is begun: no key is made and no row is changed", async () => {
  await fill(20);
  const right = dataDir;
  const id = fieldKeys(right).keys[0].id;
  const text = `密钥文件 field.keys 里没有解密所需的密钥（编号 ${id}），请用备份恢复该文件`;
  dataDir = scratchFolder();
  await expect(rotate()).rejects.toThrow(text);
  expect(fs.existsSync(dataDir)).toBe(false);
  fieldBox(dataDir, "identity").seal("anything");
  await expect(rotate()).rejects.toThrow(text);
  expect(fieldKeys(dataDir).keys).toHaveLength(1);
  dataDir = right;
  expect(await look()).toEqual({ newest: valuesOf(20), older: 0 });
});

test("a damaged value is named and holds nobody up", async () => {
  await fill(20);
  await db.execute(
    sql`update reseal_probe set id_number = set_byte(id_number, 20, get_byte(id_number, 20) # 1) where probe_id = 5`,
  );
  expect(await rotate()).toMatchObject({
    resealed: valuesOf(20) - 1,
    damaged: ["identity 5"],
    isContinued: false,
  });
  expect(fieldKeys(dataDir).isRotating).toBe(false);
});

/** A process of its own that rotates, so that it can be killed. */
const CHILD = `
const { connect } = await import(process.argv[1] + "/db/client.ts");
const { bytea } = await import(process.argv[1] + "/db/columns.ts");
const { rotateFieldKeys } = await import(process.argv[1] + "/server/secrets/reseal.ts");
const { integer, pgTable } = await import("drizzle-orm/pg-core");
const table = pgTable("reseal_probe", { probeId: integer().primaryKey(), idNumber: bytea(), account: bytea() });
const columns = [["identity", table.idNumber], ["account", table.account]];
const sealed = columns.map(([name, column]) => ({ name, table, id: table.probeId, column }));
const { db } = connect(process.argv[2]);
await rotateFieldKeys(db, process.argv[3], sealed, { onProgress: (count) => console.log(count) });
`;

test("killed on its way it leaves each value readable, and the next run ends it with the same key", async () => {
  const rows = 1_500;
  await fill(rows);
  const root = path.resolve(import.meta.dirname, "../..");
  const args = ["--input-type=module", "-e", CHILD, root, it.databaseUrl, dataDir];
  const child = spawn(process.execPath, args, {
    cwd: path.resolve(root, ".."),
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) =>
    child.once("exit", (code, signal) => resolve(signal ?? code)),
  );
  // Somewhere behind its third batch.
  child.stdout.on("data", (text: Buffer) => {
    if (Number(text.toString().trim().split("\n").at(-1)) >= 150) child.kill("SIGKILL");
  });
  expect(await ended).toBe("SIGKILL");
  // The database ends what the process had open.
  await expect
    .poll(async () => {
      const { rows: locks } = await db.execute(
        sql`select 1 from pg_locks where locktype = 'advisory' and database =
          (select oid from pg_database where datname = current_database())`,
      );
      return locks.length;
    })
    .toBe(0);
  const half = await look();
  expect(half.newest).toBeGreaterThan(0);
  expect(half.older).toBeGreaterThan(0);
  expect(fieldKeys(dataDir)).toMatchObject({ isRotating: true, keys: { length: 2 } });
  expect(await rotate()).toEqual({ resealed: half.older, damaged: [], isContinued: true });
  expect(await look()).toEqual({ newest: valuesOf(rows), older: 0 });
  expect(fieldKeys(dataDir)).toMatchObject({ isRotating: false, keys: { length: 2 } });
});

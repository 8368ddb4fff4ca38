import fs from "node:fs";
import path from "node:path";
import { expect, inject, it } from "vitest";
import { connect } from "./client.ts";
import { ClusterError } from "./cluster-error.ts";
import { attachEmbedded, startEmbedded } from "./embedded.ts";

// The run's own PostgreSQL belongs to another living process: the one that started this worker.
const owned = () => inject("testDir");

const scratch = (name: string): string => {
  const directory = path.join(owned(), name);
  fs.mkdirSync(directory);
  return directory;
};

it("gives a command the database of the living owner", async () => {
  const url = await attachEmbedded(owned());
  expect(new URL(url ?? "").host).toBe(new URL(inject("templateUrl")).host);
  const elsewhere = new URL(url ?? "");
  // The template may have no visitors while others are cloned from it.
  elsewhere.pathname = "/postgres";
  const { pool, close } = connect(elsewhere.href, 1);
  expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  await close();
});

it("refuses to start a second one on the same directory", async () => {
  await expect(startEmbedded({ dataDir: owned() })).rejects.toThrow(ClusterError);
  await expect(startEmbedded({ dataDir: owned() })).rejects.toThrow(/数据目录正被另一个进程使用/);
});

it("attaches to nothing where nobody is", async () => {
  const empty = scratch("nobody");
  expect(await attachEmbedded(empty)).toBeUndefined();
  // Nobody holds a lock whose process is gone.
  fs.writeFileSync(path.join(empty, "lock"), "999999999");
  expect(await attachEmbedded(empty)).toBeUndefined();
});

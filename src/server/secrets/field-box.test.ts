import fs from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { scratchFolder } from "../../test/scratch.ts";
import { blindIndex, fieldBox, newestHead } from "./field-box.ts";
import { addKey, endRotation, fieldKeys } from "./field-keys.ts";

const NUMBER = "11010519491231002X";
const DAMAGED = "这项内容已损坏，无法解密";
const fileOf = (directory: string) => path.join(directory, "field.keys");

test("what is sealed is read back, is never the same twice and shows nothing", () => {
  const box = fieldBox(scratchFolder(), "identity");
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => box.open(box.seal(text)) === text),
  );
  const sealed = box.seal(NUMBER);
  expect(sealed.equals(box.seal(NUMBER))).toBe(false);
  expect(sealed.toString("latin1")).not.toContain("1949");
});

test("the key file is made once, for its owner alone, and nothing is left beside it", () => {
  const directory = scratchFolder();
  fieldBox(directory, "identity").seal(NUMBER);
  const first = fs.readFileSync(fileOf(directory));
  fieldBox(directory, "identity").seal(NUMBER);
  addKey(directory);
  endRotation(directory);
  expect(fs.readFileSync(fileOf(directory)).equals(first)).toBe(false);
  expect(fs.readdirSync(directory)).toEqual(["field.keys"]);
  expect(fs.statSync(fileOf(directory)).mode & 0o777).toBe(0o600);
});

test("the newest key seals at once, also where a box was made before; all keys open", () => {
  const directory = scratchFolder();
  const box = fieldBox(directory, "identity");
  const old = box.seal(NUMBER);
  const mark = blindIndex(directory, "identity")(NUMBER);
  addKey(directory);
  const next = box.seal(NUMBER);
  expect(old.subarray(0, 5)).not.toEqual(next.subarray(0, 5));
  expect(next.subarray(0, 5)).toEqual(newestHead(directory));
  expect([box.open(old), box.open(next)]).toEqual([NUMBER, NUMBER]);
  expect(fieldKeys(directory).keys).toHaveLength(2);
  // What is equal stays equal.
  expect(blindIndex(directory, "identity")(NUMBER)).toBe(mark);
});

test("equal values have equal marks, in one purpose and one installation", () => {
  const [here, there] = [scratchFolder(), scratchFolder()];
  const marks = [
    blindIndex(here, "identity")(NUMBER),
    blindIndex(here, "account")(NUMBER),
    blindIndex(there, "identity")(NUMBER),
    blindIndex(here, "identity")("11010519491231002"),
  ];
  expect(new Set(marks).size).toBe(4);
  for (const mark of marks) expect(mark).toMatch(/^[0-9a-f]{64}$/);
  expect(blindIndex(here, "identity")(NUMBER)).toBe(marks[0]);
});

test("a value of another field, or one with a changed byte, does not open", () => {
  const directory = scratchFolder();
  const box = fieldBox(directory, "identity");
  const sealed = box.seal(NUMBER);
  expect(() => fieldBox(directory, "account").open(sealed)).toThrow(DAMAGED);
  for (let at = 5; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8((changed[at] ?? 0) ^ 1, at);
    expect(() => box.open(changed)).toThrow(DAMAGED);
  }
  for (const length of [0, 1, 5, 32, sealed.length - 1])
    expect(() => box.open(sealed.subarray(0, length))).toThrow(DAMAGED);
  expect(() => box.open(Buffer.from(NUMBER.repeat(3)))).toThrow(DAMAGED);
});

test("a key of another installation is named; a broken file says so and is not replaced", () => {
  const [here, there] = [scratchFolder(), scratchFolder()];
  const sealed = fieldBox(there, "identity").seal(NUMBER);
  const [key] = fieldKeys(there).keys;
  expect(() => fieldBox(here, "identity").open(sealed)).toThrow(
    `密钥文件 field.keys 里没有解密所需的密钥（编号 ${key.id}），请用备份恢复该文件`,
  );
  for (const text of ["", "{", "null", '{"keys":[],"index":"","rotating":false}', "[]"]) {
    fs.writeFileSync(fileOf(here), text);
    expect(() => fieldBox(here, "identity").seal(NUMBER)).toThrow("字段密钥文件 field.keys 已损坏");
    expect(fs.readFileSync(fileOf(here), "utf8")).toBe(text);
  }
});

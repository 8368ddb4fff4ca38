import fc from "fast-check";
import { expect, test } from "vitest";
import { parseTarget } from "./invoke-target.ts";

test("the contract's three samples", () => {
  expect(parseTarget("ryTask.ryNoParams")).toEqual({ name: "ryTask.ryNoParams", args: [] });
  expect(parseTarget(" ryTask.ryParams('学会, 你好') ")).toEqual({
    name: "ryTask.ryParams",
    args: [{ type: "string", value: "学会, 你好" }],
  });
  expect(parseTarget("ryTask.ryMultipleParams('ry', true, 2000L, 316.50D, 100)")).toEqual({
    name: "ryTask.ryMultipleParams",
    args: [
      { type: "string", value: "ry" },
      { type: "boolean", value: true },
      { type: "long", value: 2000 },
      { type: "double", value: 316.5 },
      { type: "integer", value: 100 },
    ],
  });
});

test("what is no target is none", () => {
  const wrong = [
    "",
    "ryTask",
    "ryTask.",
    ".ryParams",
    "a.b.c()",
    "ryTask.ryParams('a'",
    "ryTask.ryParams('a',)",
    "ryTask.ryParams(,)",
    "ryTask.ryParams('a''b')",
    "ryTask.ryParams('a' 'b')",
    "ryTask.ryParams(1.5)",
    "ryTask.ryParams(3000000000)",
    "ryTask.ryParams(process.exit())",
    "ryTask.ryParams(`a`)",
    "ryTask['constructor']()",
    "ryTask.ryParams('a'); process.exit()",
    "__proto__.constructor()",
  ];
  for (const target of wrong) expect(parseTarget(target), target).toBeUndefined();
});

test("any text is read or refused, at once", () => {
  const piece = fc.constantFrom("'", '"', "(", ")", ",", "a.b", "1L", " ", "D", "0", "学", "\\");
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const call = parseTarget(pieces.join(""));
      for (const arg of call?.args ?? []) expect(typeof arg.value).toMatch(/string|boolean|number/);
    }),
    { numRuns: 2_000 },
  );
});

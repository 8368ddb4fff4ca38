import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { blindSchema, blindValues, masked, namedIn, nameFinder } from "./blind.ts";
import { conflictOf, isSameUnit, type Judge } from "./conflicts.ts";
import { fieldsOf } from "./schema.ts";
import { STANDARD_SCHEMAS } from "./standard.ts";

const VALUES = {
  title: "林晓老师的家庭教育研究",
  unitName: "云川师范大学教育学院",
  leaderName: "林晓",
  leaderPhone: "13800002096",
  leaderEmail: "linxiao@example.cn",
  leaderWork: "发表论文三篇",
  leaderPost: "副教授",
  members: [{ name: "沈洁", unit: "东海市实验小学", post: "教师", task: "与林 晓一起调研" }],
  background: "云川师范大学的林·晓（电话 138 0000-2096，LINXIAO@example.cn）和沈洁做过调查。",
};

describe("blindness", () => {
  test.each(Object.entries(STANDARD_SCHEMAS))(
    "the form of %s says nothing of who it is from",
    (_kind, schema) => {
      const finder = nameFinder(namedIn(schema, VALUES));
      const said = JSON.stringify([blindSchema(schema), blindValues(schema, VALUES, finder)]);
      for (const name of [
        "林晓",
        "沈洁",
        "云川师范大学",
        "东海市实验小学",
        "13800002096",
        "linxiao",
        "发表论文",
      ]) {
        expect(said.toLowerCase()).not.toContain(name);
      }
      const slots = fieldsOf(blindSchema(schema)).filter(({ kind }) => kind === "files");
      expect(slots.every((slot) => slot.kind === "files" && slot.isBlindSafe)).toBe(true);
    },
  );

  test("names are found with blanks within them, in any case and width, and the rest stays", () => {
    const finder = nameFinder(namedIn(STANDARD_SCHEMAS.project, VALUES));
    expect(masked(VALUES.background, finder)).toBe("***的***(电话 ***,***)和***做过调查。");
    expect(masked("ｌｉｎｘｉａｏ＠example.cn", finder)).toBe("***");
    expect(masked("调查：一、二", finder)).toBe("调查：一、二");
    expect(masked("林", nameFinder({ persons: ["林"], units: [], contacts: [] }))).toBe("林");
  });

  test("no text keeps a name, whatever stands around it", () => {
    const finder = nameFinder({ persons: ["林晓", "沈洁"], units: ["青禾实验学校"], contacts: [] });
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(fc.string(), fc.constantFrom("林晓", "沈洁", "青禾实验学校", "林", "晓")),
        ),
        (parts) => {
          const text = masked(parts.join(""), finder);
          for (const name of ["林晓", "沈洁", "青禾实验学校"]) expect(text).not.toContain(name);
        },
      ),
    );
  });

  test("a form from before its columns were marked hides the people of its tables", () => {
    const part = (name: string) => ({ name, label: name, kind: "text" as const, max: 30 });
    const schema = {
      sections: [
        {
          title: "成员",
          fields: [
            {
              name: "members",
              label: "成员",
              kind: "rows" as const,
              noun: "人",
              max: 5,
              parts: [part("name"), part("unit"), part("task")],
            },
          ],
        },
      ],
    };
    expect(JSON.stringify(blindValues(schema, VALUES, undefined))).not.toContain("沈洁");
  });
});

describe("conflicts", () => {
  const named = namedIn(STANDARD_SCHEMAS.project, VALUES);
  const item = { writerIds: [7, 8], unitName: VALUES.unitName, named };
  const judge: Judge = { userId: 1, name: "周明", unitName: "北原大学", avoid: "", contacts: [] };

  test.each([
    ["own", { userId: 8 }],
    ["author", { name: "沈 洁" }],
    ["author", { contacts: ["LinXiao@example.cn"] }],
    ["unit", { unitName: "云川师范大学" }],
    ["unit", { unitName: "东海市实验小学" }],
    ["related", { avoid: "北原市教育局、云川师范大学" }],
    ["related", { avoid: "林晓" }],
  ] as const)("%s", (conflict, change) => {
    expect(conflictOf({ ...judge, ...change }, item)).toBe(conflict);
  });

  test("nobody else is kept out, but who has withdrawn from it", () => {
    expect(conflictOf(judge, item)).toBeUndefined();
    expect(conflictOf(judge, item, true)).toBe("recused");
  });

  test("a house and a part of it are one unit; a short beginning is not", () => {
    expect(isSameUnit("云川师范大学", "云川师范大学 教育学院")).toBe(true);
    expect(isSameUnit("北原", "北原大学")).toBe(false);
    expect(isSameUnit("", "北原大学")).toBe(false);
  });
});

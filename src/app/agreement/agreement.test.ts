import { expect, test } from "vitest";
import { startApp } from "../../test/app.ts";
import { currentAgreement, DOCS, filledIn, nextChange, signedVersion } from "./service.server.ts";
import { agreement } from "./table.server.ts";

const it = await startApp();

test("every text is there, its placeholders are ones that get filled", async () => {
  const values = new Map([
    ["site.name", "学会"],
    ["site.phone", "010-1"],
    ["site.email", "a@b.cn"],
  ]);
  for (const doc of DOCS) {
    const row = await currentAgreement(it.db, doc);
    expect(row?.title).not.toBe("");
    expect(filledIn(row?.content ?? "", values)).not.toMatch(/[{}]/);
    expect(row?.content).not.toMatch(/<script|javascript:|\son\w+=/i);
  }
});

test("settings are put in as text, never as markup", () => {
  const values = new Map([["site.name", `<b>"&'`]]);
  expect(filledIn("{siteName}{phone}{other}", values)).toBe("&lt;b&gt;&quot;&amp;&#39;{other}");
});

test("a newer version counts from its day on", async () => {
  expect(await signedVersion(it.db)).toBe("2026-11");
  const soon = new Date(Date.now() + 3_600_000);
  const text = { doc: "privacy", title: "隐私政策", content: "<p>新</p>" };
  await it.db.insert(agreement).values({ ...text, version: "2099-01", effectiveAt: soon });
  expect(await signedVersion(it.db)).toBe("2026-11");
  expect(await nextChange(it.db, "privacy")).toEqual(soon);
  expect(await nextChange(it.db, "user")).toBeUndefined();
  const past = new Date(Date.now() - 1_000);
  await it.db.insert(agreement).values({ ...text, version: "2099-02", effectiveAt: past });
  expect((await currentAgreement(it.db, "privacy"))?.version).toBe("2099-02");
  expect(await signedVersion(it.db)).toBe("2026-11+2099-02");
});

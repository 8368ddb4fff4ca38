import { eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { startApp } from "../../test/app.ts";
import { config } from "../system/config/table.server.ts";
import { base } from "./seed.server.ts";
import { category } from "./table.server.ts";

const it = await startApp();

test("an installation from before shows the pages of membership, once", async () => {
  const names = ["我的会籍", "会员名录", "证书查询"];
  const values = ["/Membership", "/Membership?tab=directory", "/certificate"];
  await it.db.insert(category).values(
    names.map((bllName, index) => ({
      bllName,
      parentId: 0,
      bllType: "2",
      bllValue: values[index] ?? "",
      isInMenu: false,
    })),
  );
  const shown = async () => {
    const rows = await it.db.select().from(category).where(inArray(category.bllName, names));
    return rows
      .filter(({ isInMenu }) => isInMenu)
      .map(({ bllName, bllValue }) => bllName + bllValue)
      .sort();
  };
  await base(it.db);
  expect(await shown()).toEqual([]);
  await it.db.delete(config).where(eq(config.configKey, "site.membershipPages"));
  await base(it.db);
  expect(await shown()).toEqual(["会员名录/Membership/directory", "我的会籍/Membership/mine"]);
  await it.db.update(category).set({ isInMenu: false }).where(eq(category.bllName, "我的会籍"));
  await base(it.db);
  expect(await shown()).toEqual(["会员名录/Membership/directory"]);
});

import fs from "node:fs";
import path from "node:path";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { article } from "#src/app/article/table.server.ts";
import { category } from "#src/app/article_type/table.server.ts";
import { banner } from "#src/app/banner/table.server.ts";
import { role, userRole } from "#src/app/system/role/table.server.ts";
import { user } from "#src/app/system/user/table.server.ts";
import type { FileUse, FileUses, LibraryFile, LibraryFolder } from "#src/lib/upload/library.ts";
import { startApp } from "#src/test/app.ts";
import { upload } from "#src/test/multipart.ts";
import { staffWith } from "#src/test/rights.ts";
import { storedFile } from "../../upload/table.server.ts";
import { noteFileUse } from "../service.server.ts";

const DESK = "/common/files/desk";
const it = await startApp();
const { token } = await it.as("admin");
const filesDir = path.join(it.dataDir, "files");

let shade = 0;
/** A picture that no other one is like. */
const picture = (width = 60, height = 40) =>
  sharp({
    create: { width, height, channels: 3, background: { r: ++shade, g: 80, b: 40 } },
  })
    .png()
    .toBuffer();

const add = async (name: string, bytes: Uint8Array, fields = {}, as = token) =>
  (await upload(it, DESK, [{ field: "file", name, bytes }], {
    token: as,
    fields,
  })) as unknown as {
    code: number;
    msg: string;
    data: LibraryFile;
    duplicateOf: { fileId: number } | null;
  };
const call = async (method: string, url: string, body?: unknown, as = token) =>
  (await it.call(method, `${DESK}${url}`, { token: as, ...(body ? { body } : {}) })).body;
const list = async (query: string) =>
  (await call("GET", `/list?${query}`)) as unknown as { rows: LibraryFile[]; total: number };
const addFolder = async (folderName: string, parentId = 0) => {
  const body = await call("POST", "/folders", { folderName, parentId });
  expect(body).toMatchObject({ code: 200 });
  return (body.data as { folderId: number }).folderId;
};
const onDisk = () =>
  fs.existsSync(filesDir)
    ? fs
        .readdirSync(filesDir, { recursive: true, encoding: "utf8" })
        .filter((name) => /\.\w+$/.test(name) && !name.endsWith(".incoming"))
    : [];

describe("folders", () => {
  test("a tree: added, renamed, moved, removed when empty", async () => {
    const top = await addFolder("活动");
    const below = await addFolder("2026 年会", top);
    const other = await addFolder("证书");
    expect(
      (await call("PUT", "/folders", { folderId: other, folderName: "证书与奖状" })).code,
    ).toBe(200);
    expect((await call("PUT", "/folders", { folderId: other, parentId: top })).code).toBe(200);
    const { data } = (await call("GET", "/folders")) as unknown as { data: LibraryFolder[] };
    const names = data.map(({ folderName, parentId }) => [folderName, parentId]);
    expect(names).toEqual([
      ["活动", 0],
      ["2026 年会", top],
      ["证书与奖状", top],
    ]);
    expect(await call("PUT", "/folders", { folderId: top, parentId: below })).toMatchObject({
      code: 500,
      data: { parentId: "上级文件夹不能是自己或自己的下级" },
    });
    expect(await call("PUT", "/folders", { folderId: top, parentId: top })).toMatchObject({
      data: { parentId: "上级文件夹不能是自己或自己的下级" },
    });
    expect(await call("DELETE", `/folders/${top}`)).toMatchObject({
      code: 601,
      msg: "文件夹不是空的，请先移走其中的文件和文件夹",
    });
    const file = await add("a.png", await picture(), { folderId: String(below) });
    expect((await call("DELETE", `/folders/${below}`)).code).toBe(601);
    await call("DELETE", `/${file.data.fileId}`);
    for (const id of [below, other, top]) {
      expect((await call("DELETE", `/folders/${id}`)).code).toBe(200);
    }
  });

  test("bad names and places are refused on their field", async () => {
    const top = await addFolder("一级");
    const cases: [object, Record<string, string>][] = [
      [{}, { folderName: "文件夹名称不能为空" }],
      [{ folderName: "  " }, { folderName: "文件夹名称不能为空" }],
      [{ folderName: "长".repeat(31) }, { folderName: "文件夹名称长度不能超过30个字符" }],
      [{ folderName: "a/b" }, { folderName: "文件夹名称格式不正确" }],
      [{ folderName: "a\u202eb" }, { folderName: "文件夹名称格式不正确" }],
      [{ folderName: "一级" }, { folderName: "同一位置已有同名的文件夹" }],
      [{ folderName: "甲", parentId: 987654 }, { parentId: "上级文件夹不存在" }],
      [{ folderName: "甲", parentId: -1 }, { parentId: expect.stringContaining("上级文件夹应为") }],
      [{ folderName: "甲", parentId: 2 ** 53 }, { parentId: expect.any(String) }],
    ];
    for (const [body, data] of cases) {
      expect(await call("POST", "/folders", body)).toMatchObject({ code: 500, data });
    }
    let deepest = top;
    for (let depth = 2; depth <= 5; depth++) deepest = await addFolder(`第${depth}级`, deepest);
    expect(await call("POST", "/folders", { folderName: "六级", parentId: deepest })).toMatchObject(
      {
        data: { parentId: "文件夹最多 5 级" },
      },
    );
    const chain = await addFolder("另一串");
    await addFolder("下级", chain);
    const [, , , fourth] = (
      (await call("GET", "/folders")) as unknown as { data: LibraryFolder[] }
    ).data.filter(({ folderName }) => /级$/.test(folderName));
    expect(
      await call("PUT", "/folders", { folderId: chain, parentId: fourth?.folderId }),
    ).toMatchObject({ data: { parentId: "文件夹最多 5 级" } });
    for (const id of ["x", "-1", "9007199254740993", "987654"]) {
      const { code } = await call("DELETE", `/folders/${id}`);
      expect([id, code]).toEqual([id, /^\d+$/.test(id) ? 404 : 500]);
    }
  });
});

describe("files", () => {
  test("an upload has its facts and its folder; the list finds it", async () => {
    const folderId = await addFolder("图库");
    const inner = await addFolder("内层", folderId);
    const { data, duplicateOf } = await add("家长会 合影.png", await picture(300, 200), {
      folderId: String(inner),
    });
    expect(duplicateOf).toBeNull();
    expect(data).toMatchObject({
      name: "家长会 合影.png",
      kind: "picture",
      mime: "image/png",
      width: 300,
      height: 200,
      alt: "",
      folderId: inner,
      createBy: "admin",
      mayEdit: true,
      mayRemove: true,
    });
    expect(data.createTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    await add("章程.txt", Buffer.from("章程"));
    await call("PUT", "", { fileId: data.fileId, alt: "礼堂里坐满了家长" });
    const names = async (query: string) => (await list(query)).rows.map((row) => row.name);
    expect(await names(`folderId=${folderId}`)).toEqual(["家长会 合影.png"]);
    expect(await names("folderId=0&kind=document")).toContain("章程.txt");
    expect(await names("kind=picture&search=礼堂")).toEqual(["家长会 合影.png"]);
    expect(await names("search=合影")).toEqual(["家长会 合影.png"]);
    expect(await names("search=%25")).toEqual([]);
    expect(await names("kind=video")).toEqual([]);
    for (const bad of ["folderId=x", "folderId=-1", "kind=__proto__", "folderId=987654"]) {
      expect(await names(bad)).toEqual([]);
    }
    expect((await names("pageNum=x&pageSize=x")).length).toBeGreaterThan(0);
  });

  test("limits go by what the file is", async () => {
    const five = 5 * 1024 * 1024;
    expect((await add("长.txt", Buffer.alloc(five + 1, 97))).code).toBe(200);
    const tooLarge = "上传的文件大小超出限制的文件大小！<br/>允许的文件最大大小是：5MB！";
    expect((await add("a.png", Buffer.alloc(five + 1, 97))).msg).toBe(tooLarge);
    expect((await add("a.txt", Buffer.alloc(20 * 1024 * 1024 + 1, 97))).msg).toBe(
      tooLarge.replace("5MB", "20MB"),
    );
    expect((await add("a.png", Buffer.alloc(0))).msg).toBe("上传的文件为空");
    expect((await add("a.exe", Buffer.from("x"))).msg).toMatch(/后缀\[exe\]不正确/);
    expect(await add("a.png", await picture(), { folderId: "987654" })).toMatchObject({
      code: 500,
      msg: "文件夹不存在，请刷新后重选",
    });
    expect((await call("POST", "")).msg).toBe("上传的文件为空");
  });

  test("a name keeps its extension, a text its length", async () => {
    const { data } = await add("a.png", await picture());
    const { fileId } = data;
    const nameOf = async () => ((await call("GET", `/${fileId}`)).data as LibraryFile).name;
    await call("PUT", "", { fileId, name: "新名字" });
    expect(await nameOf()).toBe("新名字.png");
    await call("PUT", "", { fileId, name: "改成.PNG" });
    expect(await nameOf()).toBe("改成.PNG");
    await call("PUT", "", { fileId, name: "恶意.exe" });
    expect(await nameOf()).toBe("恶意.exe.png");
    await call("PUT", "", { fileId, name: "../上\u202e级/名.png" });
    expect(await nameOf()).toBe("..上级名.png");
    const refused: [object, Record<string, string>][] = [
      [{ name: "" }, { name: "文件名称不能为空" }],
      [{ name: "/" }, { name: "文件名称不能为空" }],
      [{ name: "长".repeat(101) }, { name: "文件名称长度不能超过100个字符" }],
      [{ name: "长".repeat(97) }, { name: "文件名称长度不能超过100个字符" }],
      [{ alt: "长".repeat(201) }, { alt: "替代文字长度不能超过200个字符" }],
    ];
    for (const [body, fields] of refused) {
      expect(await call("PUT", "", { fileId, ...body })).toMatchObject({ code: 500, data: fields });
    }
    for (const id of ["x", -1, 2 ** 53, 987_654, "1,2"]) {
      const { code } = await call("PUT", "", { fileId: id, alt: "x" });
      expect([id, [404, 500].includes(code)]).toEqual([id, true]);
    }
  });

  test("files move together, all or none", async () => {
    const folderId = await addFolder("搬家");
    const ids = [];
    for (let index = 0; index < 3; index++) {
      ids.push((await add(`${index}.png`, await picture())).data.fileId);
    }
    expect((await call("PUT", "/move", { fileIds: ids, folderId })).code).toBe(200);
    expect((await list(`folderId=${folderId}`)).total).toBe(3);
    expect((await call("PUT", "/move", { fileIds: [...ids, 987_654], folderId: 0 })).code).toBe(
      404,
    );
    expect((await list(`folderId=${folderId}`)).total).toBe(3);
    expect((await call("PUT", "/move", { fileIds: ids, folderId: 0 })).code).toBe(200);
    expect((await list(`folderId=${folderId}`)).total).toBe(0);
    expect(await call("PUT", "/move", { fileIds: ids, folderId: 987_654 })).toMatchObject({
      data: { folderId: "文件夹不存在，请刷新后重选" },
    });
    expect((await call("PUT", "/move", { folderId })).msg).toBe("请选择要移动的文件");
    expect((await call("PUT", "/move", { fileIds: ["x"] })).msg).toBe("编号格式不正确");
    const many = Array.from({ length: 500 }, (_, index) => index + 700_000);
    expect((await call("PUT", "/move", { fileIds: many })).code).toBe(404);
  });

  test("a part is cut out into a new file; the old one stays", async () => {
    const half = await sharp({
      create: { width: 100, height: 80, channels: 3, background: "#f00" },
    })
      .composite([
        {
          input: await sharp({
            create: { width: 50, height: 80, channels: 3, background: "#00f" },
          })
            .png()
            .toBuffer(),
          left: 50,
          top: 0,
        },
      ])
      .png()
      .toBuffer();
    const { data } = await add("红蓝.png", half);
    await call("PUT", "", { fileId: data.fileId, alt: "红与蓝" });
    const cut = await call("POST", "/crop", {
      fileId: data.fileId,
      x: 60,
      y: 10,
      width: 30,
      height: 20,
    });
    const made = cut.data as LibraryFile;
    expect(made).toMatchObject({
      name: "红蓝-裁剪.png",
      width: 30,
      height: 20,
      alt: "红与蓝",
      cropOf: data.fileId,
    });
    const shown = await it.app.inject({ url: `/prod-api${made.url}` });
    const { channels } = await sharp(shown.rawPayload).stats();
    expect(channels.slice(0, 3).map(({ mean }) => mean)).toEqual([0, 0, 255]);
    expect((await call("GET", `/${data.fileId}`)).code).toBe(200);

    const outside = "裁剪范围应在图片之内，长宽不小于 16 像素";
    for (const rectangle of [
      { x: 90, y: 0, width: 20, height: 20 },
      { x: 0, y: 70, width: 20, height: 20 },
      { x: 0, y: 0, width: 15, height: 20 },
      { x: -1, y: 0, width: 20, height: 20 },
      { x: "a", y: 0, width: 20, height: 20 },
      { x: 0.5, y: 0, width: 20, height: 20 },
      { x: 0, y: 0, width: 2 ** 53, height: 20 },
      {},
    ]) {
      const body = await call("POST", "/crop", { fileId: data.fileId, ...rectangle });
      expect(body).toMatchObject({ code: 500, msg: outside });
    }
    const text = await add("文.txt", Buffer.from("文字"));
    expect((await call("POST", "/crop", { fileId: text.data.fileId })).msg).toBe("只能裁剪图片");
    expect((await call("POST", "/crop", { fileId: 987_654 })).code).toBe(404);
  });

  test("the same bytes again are told, and grouped", async () => {
    const bytes = await picture(70, 70);
    const first = await add("原件.png", bytes);
    const second = await add("副本.png", bytes);
    expect(second.duplicateOf).toMatchObject({ fileId: first.data.fileId, name: "原件.png" });
    const groups = (await call("GET", "/duplicates")) as unknown as {
      data: LibraryFile[][];
      total: number;
    };
    const ids = groups.data.map((group) => group.map(({ fileId }) => fileId));
    expect(ids).toContainEqual([second.data.fileId, first.data.fileId]);
    expect(groups.total).toBe(groups.data.length);
    await call("DELETE", `/${second.data.fileId}`);
    const after = (await call("GET", "/duplicates")) as unknown as { data: LibraryFile[][] };
    expect(after.data.flat().map(({ fileId }) => fileId)).not.toContain(first.data.fileId);
  });
});

describe("removing", () => {
  test("a used file stays, and the refusal says where it is used", async () => {
    const { data } = await add("会徽.png", await picture());
    const [row] = await it.db
      .insert(article)
      .values({ articleName: "家长会通知", status: "0" })
      .returning({ id: article.id });
    const id = row?.id ?? 0;
    await noteFileUse(it.db, "article", id, [`<img src="/prod-api${data.url}">`]);
    await it.db.insert(banner).values({ bannerName: "开学季", picture: data.url });
    // The banner desk writes down its use as well; a banner of the article's number is no article.
    await noteFileUse(it.db, "banner", id, [data.url]);
    const refused = await call("DELETE", `/${data.fileId}`);
    expect(refused).toMatchObject({
      code: 500,
      msg: "仍被使用：文章《家长会通知》、首页横幅《开学季》，不能删除",
    });
    const { uses } = (await call("GET", `/${data.fileId}`)) as unknown as { uses: FileUse[] };
    expect(uses).toEqual([
      { place: "文章", name: "家长会通知" },
      { place: "首页横幅", name: "开学季" },
    ]);
    const free = await add("闲.png", await picture());
    const both = await call("DELETE", `/${free.data.fileId},${data.fileId}`);
    expect(both.msg).toBe("「会徽.png」仍被使用：文章《家长会通知》、首页横幅《开学季》，不能删除");
    expect((await call("GET", `/${free.data.fileId}`)).code).toBe(200);
    await noteFileUse(it.db, "article", id, []);
    await it.db.delete(banner);
    expect((await call("DELETE", `/${free.data.fileId},${data.fileId}`)).code).toBe(200);
  });

  test("articles of others are counted, not named, unless visitors read them", async () => {
    const { data } = await add("共用.png", await picture());
    const [open] = await it.db
      .insert(category)
      .values({ bllName: "文件测试" })
      .returning({ id: category.id });
    const [draft, read] = await it.db
      .insert(article)
      .values([
        { articleName: "未公开的人事任免", status: "0", deptId: 101 },
        {
          articleName: "公开的通知",
          status: "3",
          deptId: 101,
          typeId: open?.id ?? 0,
          publishTime: new Date("2026-01-01T00:00:00Z"),
        },
      ])
      .returning({ id: article.id });
    const img = [`<img src="/prod-api${data.url}">`];
    await noteFileUse(it.db, "article", draft?.id ?? 0, img);
    const permissions = ["content:file:query", "content:file:remove", "content:article:list"];
    const other = await staffWith(it, ...permissions);
    const seen = async (as: string) => {
      const { uses, hidden } = (await call(
        "GET",
        `/${data.fileId}`,
        undefined,
        as,
      )) as unknown as FileUses;
      return [uses.map(({ name }) => name), hidden];
    };
    const refusal = async () =>
      (await call("DELETE", `/${data.fileId}`, undefined, other.token)).msg;
    await it.db.update(role).set({ dataScope: "5" });
    await it.db
      .update(storedFile)
      .set({ ownerId: other.userId })
      .where(eq(storedFile.id, data.fileId));
    expect(await seen(other.token)).toEqual([[], 1]);
    expect(await refusal()).toBe("仍被使用：1 处您无权查看的内容，不能删除");
    await noteFileUse(it.db, "article", read?.id ?? 0, img);
    await noteFileUse(it.db, "article_copy", read?.id ?? 0, img);
    expect(await seen(other.token)).toEqual([["公开的通知"], 2]);
    expect(await refusal()).toBe(
      "仍被使用：文章《公开的通知》，另有 2 处您无权查看的内容，不能删除",
    );
    expect(await seen(token)).toEqual([expect.arrayContaining(["未公开的人事任免"]), 0]);
    await it.db
      .update(article)
      .set({ ownerId: other.userId })
      .where(eq(article.id, draft?.id ?? 0));
    expect(await seen(other.token)).toEqual([expect.arrayContaining(["未公开的人事任免"]), 1]);
  });

  test("row, bytes and widths go together", async () => {
    const { data } = await add("大图.png", await picture(900, 600));
    const base = data.url.replace(/\.png$/, "");
    expect((await it.app.inject({ url: `${base}.480.webp` })).statusCode).toBe(200);
    const name = path.basename(base);
    expect(onDisk().filter((file) => file.includes(name))).toHaveLength(2);
    expect((await call("DELETE", `/${data.fileId}`)).code).toBe(200);
    expect(onDisk().filter((file) => file.includes(name))).toEqual([]);
    expect((await it.app.inject({ url: `${base}.480.webp` })).statusCode).toBe(404);
    expect((await call("GET", `/${data.fileId}`)).code).toBe(404);
    for (const id of ["x", "1,", "-1", "9007199254740993", "987654"]) {
      const { code } = await call("DELETE", `/${encodeURIComponent(id)}`);
      expect([id, code]).toEqual([id, /^\d+$/.test(id) ? 404 : 500]);
    }
  });
});

describe("rights", () => {
  test("each verb needs its own permission", async () => {
    const { data } = await add("权.png", await picture());
    const verbs: [string, string, string, object?][] = [
      ["content:file:list", "GET", "/list"],
      ["content:file:list", "GET", "/duplicates"],
      ["content:file:list", "GET", "/folders"],
      ["content:file:query", "GET", `/${data.fileId}`],
      ["content:file:add", "POST", ""],
      ["content:file:add", "POST", "/crop", { fileId: data.fileId }],
      ["content:file:add", "POST", "/folders", {}],
      ["content:file:edit", "PUT", "", { fileId: 987_654 }],
      ["content:file:edit", "PUT", "/move", {}],
      ["content:file:edit", "PUT", "/folders", { folderId: 987_654 }],
      ["content:file:remove", "DELETE", "/987654"],
      ["content:file:remove", "DELETE", "/folders/987654"],
    ];
    const member = await it.as("member");
    for (const permission of new Set(verbs.map(([first]) => first))) {
      const holder = await staffWith(it, permission);
      for (const [needed, method, url, body] of verbs) {
        const { code } = await call(method, url, body, holder.token);
        expect([permission, method, url, code === 403]).toEqual([
          permission,
          method,
          url,
          needed !== permission,
        ]);
      }
    }
    for (const [, method, url, body] of verbs) {
      expect((await call(method, url, body, member.token)).code).toBe(403);
    }
  });

  test("one changes one's own files and those of one's scope", async () => {
    const all = ["list", "query", "add", "edit", "remove"].map((verb) => `content:file:${verb}`);
    const writer = await staffWith(it, ...all);
    const other = await staffWith(it, ...all);
    const mine = await add("我的.png", await picture(), {}, writer.token);
    const theirs = await add("他的.png", await picture(), {}, other.token);
    await it.db.update(role).set({ dataScope: "5" });
    const codes = async (fileId: number) => [
      (await call("PUT", "", { fileId, alt: "x" }, writer.token)).code,
      (await call("PUT", "/move", { fileIds: [fileId], folderId: 0 }, writer.token)).code,
    ];
    expect(await codes(mine.data.fileId)).toEqual([200, 200]);
    expect(await codes(theirs.data.fileId)).toEqual([403, 403]);
    expect((await call("DELETE", `/${theirs.data.fileId}`, undefined, writer.token)).code).toBe(
      403,
    );
    const seen = (await call("GET", "/list", undefined, writer.token)) as unknown as {
      rows: LibraryFile[];
    };
    const may = seen.rows.map(({ name, mayEdit }) => [name, mayEdit]);
    expect(may).toContainEqual(["我的.png", true]);
    expect(may).toContainEqual(["他的.png", false]);

    // Of one department, both may.
    await it.db.update(role).set({ dataScope: "3" });
    expect(await codes(theirs.data.fileId)).toEqual([403, 403]);
    await it.db.update(user).set({ deptId: 100 });
    expect(await codes(theirs.data.fileId)).toEqual([200, 200]);
    // It has no owner: people with all rights reach it.
    await it.db
      .update(storedFile)
      .set({ ownerId: null })
      .where(eq(storedFile.id, mine.data.fileId));
    expect(await codes(mine.data.fileId)).toEqual([403, 403]);
    await it.db.update(role).set({ dataScope: "1" });
    expect(await codes(mine.data.fileId)).toEqual([200, 200]);
    expect((await it.db.select().from(userRole)).length).toBeGreaterThan(0);
  });

  test("what is not in the library is not there for the desk", async () => {
    const member = await it.as("member");
    const sent = await upload(
      it,
      "/common/upload",
      [{ field: "file", name: "会员.png", bytes: await picture() }],
      { token: member.token },
    );
    const relative = String(sent.fileName).replace("/profile/", "");
    const [row] = await it.db.select().from(storedFile).where(eq(storedFile.path, relative));
    expect(row?.isInLibrary).toBe(false);
    expect((await call("GET", `/${row?.id}`)).code).toBe(404);
    expect((await call("DELETE", `/${row?.id}`)).code).toBe(404);
  });
});

import type { Model } from "./model.ts";
import { label } from "./words.ts";

const list = (items: readonly string[]) => items.map((item) => `  - ${item}`).join("\n");

/** README.txt of a zip: where the files go, and what a person must know of them. */
export function readme(models: readonly Model[]): string {
  const slices = models.map(
    (model) =>
      `src/app/${model.module}/${model.business}    ${model.noun}（${label(model.table.tableName, 63)}）`,
  );
  const authors = [...new Set(models.map(({ author }) => author).filter(Boolean))];
  const notes = models.flatMap(({ noun, notes: own }) => own.map((note) => `${noun}：${note}`));
  return `代码生成
========

内容
${list(slices)}
${authors.length > 0 ? `\n作者：${authors.join("、")}\n` : ""}
使用步骤
  1. 解压到项目根目录，文件就落在 src/app 下面；如有同名文件夹，请先改模块名或业务名再生成。
  2. 运行 npm run fix，按本项目的格式排好生成的代码。
  3. 运行 npm run migrate:generate，按 table.server.ts 生成建表迁移。
     如果这张表已由本项目的迁移建好，请删去生成的 table.server.ts，改用已有的表定义。
  4. 运行 npx vitest run src/app/permissions.test.ts -u，把新接口的权限写入 docs/permissions.md；
     核对无误后运行 npm run check。
  5. 重新启动：seed.server.ts 会写入菜单和按钮，页面随即出现；再到角色管理里分配权限。

每个文件夹里
  - table.server.ts    表的定义
  - api.server.ts      接口：列表、详情、新增、修改、删除，导出或排序
  - office.tsx         管理页面
  - seed.server.ts     菜单和按钮
  - *.test.ts          接口测试

需要了解
  - 文本、数字和下拉框的取值由服务器检查；字典的取值以生成时的数据为准。
  - 文本列不留空值，未填写时存空字符串；日期和小数可以为空。
  - 唯一约束、外键（子表除外）和列的默认值没有记录在生成配置里，需要时请自行加上。
${list(notes)}
`;
}

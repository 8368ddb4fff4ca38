import { useState } from "react";
import { DictTag, Mark } from "#src/office/form/dict.tsx";
import type { Column, Entity, Filter } from "#src/office/list/crud-types.ts";
import { TreePage } from "#src/office/tree/tree-page.tsx";
import {
  ACCESS_NAMES,
  accessChange,
  type DeskCategory,
  holdsArticles,
  typeName,
} from "./category.ts";
import { CategoryFields } from "./category-fields.tsx";
import { MergeDrawer } from "./merge-drawer.tsx";
import { WordsStrip } from "./words-strip.tsx";

export const ENTITY: Entity<DeskCategory> = {
  noun: "栏目",
  path: "/api/bll/article_type/desk",
  permi: "content:category",
  id: "id",
  name: "bllName",
  isUnexported: true,
};

const FILTERS: Filter[] = [
  { kind: "text", name: "bllName", label: "栏目名称" },
  { kind: "dict", name: "status", label: "状态", dict: "sys_normal_disable" },
];

/** Who may read it; a stricter word from above is named. */
function AccessMark({ row }: { row: DeskCategory }) {
  const { access, asksFor } = row;
  if (asksFor === "public") return <>{ACCESS_NAMES.public}</>;
  return (
    <>
      <Mark entry={{ dictLabel: ACCESS_NAMES[asksFor], listClass: "warning", cssClass: "" }} />
      {access !== asksFor && <span className="o-note"> 随上级</span>}
    </>
  );
}

const COLUMNS: Column<DeskCategory>[] = [
  {
    key: "bllName",
    title: "栏目名称",
    render: (row) => (
      <>
        {row.bllName}{" "}
        {row.bllType !== "1" && <span className="o-kind">{typeName(row.bllType)}</span>}
      </>
    ),
  },
  { key: "orderNum", title: "显示顺序", width: 100, isNumber: true },
  {
    key: "articles",
    title: "文章",
    width: 90,
    isNumber: true,
    render: (row) => (holdsArticles(row.bllType) ? row.articles.toLocaleString("zh-CN") : "—"),
  },
  { key: "access", title: "阅读权限", width: 150, render: (row) => <AccessMark row={row} /> },
  {
    key: "isInMenu",
    title: "位置",
    width: 120,
    render: (row) =>
      [row.isInMenu ? "菜单" : "", row.isOnHome ? "首页" : ""].filter(Boolean).join("、") || "—",
  },
  {
    key: "status",
    title: "状态",
    width: 100,
    render: (row) => <DictTag type="sys_normal_disable" value={row.status} />,
  },
  { key: "bllValue", title: "地址", isExtra: true, render: (row) => row.bllValue || "—" },
  { key: "intro", title: "简介", isExtra: true, render: (row) => row.intro || "—" },
  { key: "createTime", title: "创建时间", width: 170, isExtra: true },
];

/** As the server has it (rules.server.ts), said before anything is let go. */
const moveProblem = (_row: DeskCategory, above: DeskCategory | undefined) =>
  above && above.bllType !== "1" ? "只有类型为“栏目”的才能有下级" : undefined;

/** Nobody sees from the tree that texts open to others by a move. */
const moveWarning = (row: DeskCategory, above: DeskCategory | undefined) =>
  holdsArticles(row.bllType) ? accessChange(row, above) : undefined;

/** 栏目管理 (menu row 2002). A saved category shows on the site at once. */
export default function CategoryDesk() {
  const [merged, setMerged] = useState<DeskCategory>();
  return (
    <>
      <TreePage
        entity={ENTITY}
        title="栏目管理"
        filters={FILTERS}
        columns={COLUMNS}
        parent="parentId"
        order={{ key: "orderNum", ids: "ids" }}
        isOpenFirst
        strip={<WordsStrip />}
        mayHold={(row) => row.bllType === "1"}
        move={moveProblem}
        moveWarning={moveWarning}
        rowActions={(row) =>
          holdsArticles(row.bllType)
            ? [
                {
                  key: "merge",
                  label: "合并到…",
                  permi: "content:category:merge",
                  run: setMerged,
                },
              ]
            : []
        }
        form={{
          names: [
            "bllName",
            "parentId",
            "bllType",
            "bllValue",
            "intro",
            "motif",
            "palette",
            "orderNum",
            "isInMenu",
            "isOnHome",
            "access",
            "status",
          ],
          initial: {
            parentId: 0,
            bllType: "1",
            bllValue: "",
            intro: "",
            motif: "rings",
            palette: "blue",
            orderNum: 0,
            isInMenu: true,
            isOnHome: false,
            access: "public",
            status: "0",
          },
          initialBelow: ({ motif, palette }) => ({ motif, palette }),
          fields: (row) => <CategoryFields row={row} />,
          width: 640,
        }}
      />
      {merged && <MergeDrawer from={merged} onClose={() => setMerged(undefined)} />}
    </>
  );
}

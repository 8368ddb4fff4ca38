import { useQuery } from "@tanstack/react-query";
import { Alert, Checkbox, Form, Input, Radio } from "antd";
import { webProblem } from "#src/lib/address/site-address.ts";
import { coverSvg, MOTIFS, type Motif, PALETTES, type PaletteName } from "#src/lib/art/cover.ts";
import { COLOURS } from "#src/lib/art/palette.ts";
import { treeOf } from "#src/lib/tree.ts";
import { call } from "#src/office/calls/http.ts";
import { FieldItem } from "#src/office/fields/item.tsx";
import { Ruled } from "#src/office/form/crud-drawer.tsx";
import { type TreeNode, TreeSelect } from "#src/office/tree/tree-select.tsx";
import {
  ACCESS_NAMES,
  accessChange,
  type DeskCategory,
  holdsArticles,
  MAX_DEPTH,
  TYPES,
} from "./category.ts";
import { CATEGORY } from "./fields.ts";
import "#src/office/form/desk-parts.css";
import "./category.css";

const PATH = "/api/bll/article_type/desk";

const MOTIF_NAMES: Readonly<Record<Motif, string>> = {
  rings: "年轮",
  roofs: "屋檐",
  lattice: "窗棂",
  papercut: "剪纸",
  ice: "冰裂",
  tree: "树",
};

const PALETTE_NAMES: Readonly<Record<PaletteName, string>> = {
  blue: "蓝",
  sand: "沙",
  celadon: "青瓷",
  rose: "赭",
  ink: "墨",
};

/** All categories, flat, as the desk has them. */
export const useCategories = () =>
  useQuery({
    queryKey: [PATH, "all"],
    queryFn: ({ signal }) => call<{ data: DeskCategory[] }>("GET", `${PATH}/list`, { signal }),
  }).data?.data ?? [];

/** Fields of a category; which ones there are depends on its type. */
export function CategoryFields({ row }: { row: DeskCategory | undefined }) {
  const type = Form.useWatch<string | undefined>("bllType") ?? row?.bllType ?? "1";
  const isLink = type === "2" || type === "3";
  return (
    <>
      <FieldItem of={CATEGORY} name="bllName" />
      <Form.Item
        name="parentId"
        label={<Ruled label="上级栏目" rule={`最多 ${MAX_DEPTH} 级，不能是自己和自己的下级`} />}
        rules={[{ required: true, message: "上级栏目不能为空" }]}
      >
        <ParentField row={row} />
      </Form.Item>
      <FieldItem of={CATEGORY} name="bllType">
        <Radio.Group className="ct-types">
          {TYPES.map(([value, name, rule]) => (
            <Radio key={value} value={value}>
              {name} <span className="o-note">{rule}</span>
            </Radio>
          ))}
        </Radio.Group>
      </FieldItem>
      {isLink && (
        <Form.Item
          name="bllValue"
          label={
            <Ruled
              label={type === "2" ? "站内路径" : "外链地址"}
              rule={type === "2" ? "/ 开头，例如 /Declare" : "http(s):// 开头"}
            />
          }
          rules={[
            { required: true, message: type === "2" ? "请填写站内路径" : "请填写外链地址" },
            {
              validator: async (_rule, value: string | undefined) => {
                const plain = (value ?? "").trim();
                if (plain === "") return;
                if (type === "3") {
                  const wrong = webProblem("外链地址", plain);
                  if (wrong) throw new Error(wrong);
                } else if (!plain.startsWith("/")) {
                  throw new Error("站内路径应以 / 开头，例如 /Declare");
                }
              },
            },
          ]}
        >
          <Input className="cr-code" inputMode="url" />
        </Form.Item>
      )}
      {!isLink && (
        <>
          <FieldItem of={CATEGORY} name="intro" />
          <FieldItem of={CATEGORY} name="access">
            <Radio.Group
              options={Object.entries(ACCESS_NAMES).map(([value, label]) => ({ value, label }))}
            />
          </FieldItem>
          {row && holdsArticles(row.bllType) && <AccessWarning row={row} />}
          <Drawing />
        </>
      )}
      <div className="ct-pair">
        <Form.Item name="isInMenu" valuePropName="checked" label="位置">
          <Checkbox>显示在网站菜单</Checkbox>
        </Form.Item>
        {!isLink && (
          <Form.Item name="isOnHome" valuePropName="checked" label="首页">
            <Checkbox>作为首页的一个分栏</Checkbox>
          </Form.Item>
        )}
      </div>
      <FieldItem of={CATEGORY} name="orderNum" />
      <FieldItem of={CATEGORY} name="status" />
    </>
  );
}

/** Said before it is saved: another place or another word changes who may read what is in it. */
function AccessWarning({ row }: { row: DeskCategory }) {
  const all = useCategories();
  const parentId = Form.useWatch<number | undefined>("parentId") ?? row.parentId;
  const access = Form.useWatch<DeskCategory["access"] | undefined>("access") ?? row.access;
  const above = all.find(({ id }) => id === parentId);
  const isRead = parentId === 0 || above !== undefined;
  const warning = isRead ? accessChange(row, above, access) : undefined;
  return warning ? <Alert className="dp-note" type="warning" showIcon title={warning} /> : null;
}

/** 图案 and 配色, and what they make of a cover. */
function Drawing() {
  const motif = Form.useWatch<Motif | undefined>("motif") ?? "rings";
  const palette = Form.useWatch<PaletteName | undefined>("palette") ?? "blue";
  const svg = coverSvg({ motif, palette, seed: 3 });
  return (
    <div className="ct-drawing">
      <div>
        <FieldItem of={CATEGORY} name="motif">
          <Radio.Group options={MOTIFS.map((value) => ({ value, label: MOTIF_NAMES[value] }))} />
        </FieldItem>
        <FieldItem of={CATEGORY} name="palette">
          <Radio.Group>
            {PALETTES.map((value) => (
              <Radio key={value} value={value}>
                <i
                  className="ct-dot"
                  style={{ background: COLOURS[value].dark }}
                  aria-hidden="true"
                />{" "}
                {PALETTE_NAMES[value]}
              </Radio>
            ))}
          </Radio.Group>
        </FieldItem>
      </div>
      <img
        className="dp-cover"
        alt={`封面效果：${MOTIF_NAMES[motif]}、${PALETTE_NAMES[palette]}`}
        src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
        width={288}
        height={144}
      />
    </div>
  );
}

/** All categories that may hold others, but the row itself and what is below it. */
function ParentField({
  row,
  ...field
}: {
  row: DeskCategory | undefined;
  value?: number | undefined;
  onChange?: (value: number | undefined) => void;
  id?: string;
}) {
  const all = useCategories();
  const below = new Set(row ? [row.id] : []);
  for (let size = 0; size !== below.size; ) {
    size = below.size;
    for (const each of all) if (below.has(each.parentId)) below.add(each.id);
  }
  const nodes: TreeNode[] = treeOf(
    all
      .filter(({ id, bllType }) => bllType === "1" && !below.has(id))
      .map(({ id, parentId, bllName }) => ({ id, parentId, label: bllName, disabled: false })),
  );
  return (
    <TreeSelect
      label="上级栏目"
      nodes={[{ id: 0, label: "（最上层）", children: nodes }]}
      {...field}
    />
  );
}

import { Alert, Form, Select } from "antd";
import { treeOf } from "../../lib/tree.ts";
import { CrudDrawer } from "../form/crud-drawer.tsx";
import { type Family, type Place, placeOf } from "./tree-places.ts";
import { type TreeNode, TreeSelect } from "./tree-select.tsx";
import "../form/desk-parts.css";

type Props<R> = {
  /** 菜单「用户管理」. */
  what: string;
  id: number;
  family: Family<R>;
  rows: readonly { id: number; parentId: number; label: string; row: R }[];
  /** Why nothing can be put below this row, 0 for the top; undefined where it can. */
  problemBelow: (above: number) => string | undefined;
  /** The effect of a move below this row, said before it is saved. */
  warningBelow: (above: number) => string | undefined;
  save: (place: Place) => Promise<void>;
  onClose: () => void;
};

/** 移动到…: the row above and the place among the rows there, for keyboard and touch. */
export function MoveDrawer<R>(props: Props<R>) {
  const { what, id, family, save, onClose } = props;
  const now = placeOf(family, id);
  const siblings = (above: number) => family.below(above).filter((each) => each !== id);
  const endOf = (above: number) => siblings(above).length;
  const index =
    now.before === undefined ? endOf(now.above) : siblings(now.above).indexOf(now.before);
  return (
    <CrudDrawer
      title={`移动${what}`}
      names={["parentId", "place"]}
      initial={{ parentId: now.above, place: index }}
      save={async ({ parentId, place }) => {
        const above = Number(parentId);
        await save({ above, before: siblings(above)[Number(place)] });
      }}
      onClose={onClose}
    >
      <Fields {...props} siblings={siblings} now={now.above} />
    </CrudDrawer>
  );
}

function Fields<R>({
  rows,
  problemBelow,
  warningBelow,
  siblings,
  now,
}: Props<R> & { siblings: (above: number) => number[]; now: number }) {
  const form = Form.useFormInstance();
  const above = Form.useWatch<number | undefined>("parentId") ?? now;
  const labels = new Map(rows.map((row) => [row.id, row.label]));
  const possible = rows.filter((row) => row.id === now || problemBelow(row.id) === undefined);
  // The search finds rows below one that cannot be chosen all the same.
  const nodes: TreeNode[] = treeOf(possible.map((row) => ({ ...row, disabled: false })));
  const isTop = now === 0 || problemBelow(0) === undefined;
  const there = siblings(above);
  const warning = warningBelow(above);
  return (
    <>
      {warning && <Alert className="dp-note" type="warning" showIcon title={warning} />}
      <Form.Item name="parentId" label="移动到" rules={[{ required: true, message: "请选择上级" }]}>
        <ParentField
          nodes={isTop ? [{ id: 0, label: "（最上层）", children: nodes }] : nodes}
          // Among other rows the end is where something new stands.
          onMoved={(next) => form.setFieldValue("place", siblings(next ?? now).length)}
        />
      </Form.Item>
      <Form.Item name="place" label="位置">
        <Select
          aria-label="位置"
          options={[
            { value: 0, label: "最前面" },
            ...there.map((each, index) => ({
              value: index + 1,
              label: `「${labels.get(each) ?? each}」之后`,
            })),
          ]}
        />
      </Form.Item>
    </>
  );
}

function ParentField({
  nodes,
  onMoved,
  value,
  onChange,
  id,
}: {
  nodes: TreeNode[];
  onMoved: (above: number | undefined) => void;
  value?: number | undefined;
  onChange?: (value: number | undefined) => void;
  id?: string;
}) {
  return (
    <TreeSelect
      label="移动到"
      nodes={nodes}
      {...(id ? { id } : {})}
      value={value}
      onChange={(next) => {
        onChange?.(next);
        onMoved(next);
      }}
    />
  );
}

import { Checkbox, Form, Input } from "antd";
import { Ruled, textRules } from "#src/office/form/crud-drawer.tsx";
import { AddressItem, AddressText, OrderItem, StatusItem } from "#src/office/form/desk-items.tsx";
import { DictTag } from "#src/office/form/dict.tsx";
import { CrudPage } from "#src/office/list/crud-page.tsx";
import type { Column, Entity, Filter } from "#src/office/list/crud-types.ts";
import { TileDrawing } from "#src/site/drawings/tile-drawing.tsx";
import { isTileIcon, TILE_ICONS } from "#src/site/drawings/tile-icons.ts";

type TileRow = {
  id: number;
  tileName: string;
  note: string;
  linkUrl: string;
  icon: string;
  isOnHome: boolean;
  isElder: boolean;
  orderNum: number;
  status: string;
  createTime: string;
};

const ENTITY: Entity<TileRow> = {
  noun: "服务入口",
  path: "/api/bll/tile/desk",
  permi: "content:tile",
  id: "id",
  name: "tileName",
  isUnexported: true,
};

const FILTERS: Filter[] = [
  { kind: "text", name: "tileName", label: "名称" },
  { kind: "dict", name: "status", label: "状态", dict: "sys_normal_disable" },
];

const COLUMNS: Column<TileRow>[] = [
  {
    key: "tileName",
    title: "名称",
    render: (row) => (
      <span className="dp-thumb">
        {isTileIcon(row.icon) && <TileDrawing icon={row.icon} size={32} />}
        {row.tileName}
      </span>
    ),
  },
  { key: "note", title: "说明", render: (row) => row.note || "—" },
  { key: "linkUrl", title: "链接地址", render: (row) => <AddressText href={row.linkUrl} /> },
  {
    key: "isElder",
    title: "位置",
    width: 120,
    render: (row) =>
      [row.isOnHome ? "首页" : "", row.isElder ? "长辈版" : ""].filter(Boolean).join("、"),
  },
  { key: "orderNum", title: "显示顺序", width: 110, isNumber: true, isSortable: true },
  {
    key: "status",
    title: "状态",
    width: 100,
    render: (row) => <DictTag type="sys_normal_disable" value={row.status} />,
  },
  { key: "createTime", title: "创建时间", width: 170, isExtra: true },
];

/** 服务入口 (menu row 2007): tiles of the home page, and the six of the elder mode. */
export default function TileDesk() {
  return (
    <CrudPage
      entity={ENTITY}
      title="服务入口"
      filters={FILTERS}
      columns={COLUMNS}
      form={{
        names: ["tileName", "note", "linkUrl", "icon", "isOnHome", "isElder", "orderNum", "status"],
        initial: { orderNum: 0, status: "0", icon: "site", isOnHome: true, isElder: false },
        fields: () => (
          <>
            <Form.Item
              name="tileName"
              label={<Ruled label="名称" rule="最多 10 个字符，建议 4 个字" />}
              rules={textRules("名称", 10)}
            >
              <Input maxLength={16} />
            </Form.Item>
            <Form.Item
              name="note"
              label={<Ruled label="说明" rule="最多 16 个字符，建议 6 个字以内" />}
              rules={[{ max: 16, message: "说明长度不能超过16个字符" }]}
            >
              <Input maxLength={24} />
            </Form.Item>
            <AddressItem isRequired />
            <Form.Item name="icon" label="图标">
              <IconField />
            </Form.Item>
            <Form.Item
              name="isOnHome"
              valuePropName="checked"
              label={<Ruled label="位置" rule="首页少于 3 个时不显示；长辈版取前 6 个" />}
            >
              <Checkbox>首页“办事与服务”</Checkbox>
            </Form.Item>
            <Form.Item name="isElder" valuePropName="checked">
              <Checkbox>长辈版首页</Checkbox>
            </Form.Item>
            <OrderItem />
            <StatusItem rule="链接的栏目停用时，入口自动隐藏" />
          </>
        ),
      }}
    />
  );
}

function IconField({ value, onChange }: { value?: string; onChange?: (value: string) => void }) {
  return (
    <div className="dp-choices" role="radiogroup" aria-label="图标">
      {TILE_ICONS.map(([name, words]) => (
        <label key={name}>
          <input
            type="radio"
            name="tile-icon"
            checked={value === name}
            onChange={() => onChange?.(name)}
          />
          <TileDrawing icon={name} size={36} />
          {words}
        </label>
      ))}
    </div>
  );
}

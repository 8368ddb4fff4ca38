import { Checkbox } from "antd";
import { columnOf, filtersOf, MADE } from "#src/office/fields/columns.tsx";
import { FieldItem } from "#src/office/fields/item.tsx";
import { CrudPage } from "#src/office/list/crud-page.tsx";
import type { Column, Entity } from "#src/office/list/crud-types.ts";
import { TileDrawing } from "#src/site/drawings/tile-drawing.tsx";
import { isTileIcon, TILE_ICONS } from "#src/site/drawings/tile-icons.ts";
import { TILE, type TileRow } from "./fields.ts";

const ENTITY: Entity<TileRow> = {
  noun: "服务入口",
  path: "/api/bll/tile/desk",
  permi: "content:tile",
  id: "id",
  name: "tileName",
};

const column = columnOf<TileRow>(TILE);

const COLUMNS: Column<TileRow>[] = [
  column("tileName", {
    render: (row) => (
      <span className="dp-thumb">
        {isTileIcon(row.icon) && <TileDrawing icon={row.icon} size={32} />}
        {row.tileName}
      </span>
    ),
  }),
  column("note", { render: (row) => row.note || "—" }),
  column("linkUrl"),
  column("isElder", {
    title: "位置",
    width: 120,
    render: (row) =>
      [row.isOnHome ? "首页" : "", row.isElder ? "长辈版" : "", row.isEntrance ? "入口页" : ""]
        .filter(Boolean)
        .join("、"),
  }),
  column("orderNum"),
  column("status"),
  MADE,
];

/** 服务入口 (menu row 2007): tiles of the home page, and the six of the elder mode. */
export default function TileDesk() {
  return (
    <CrudPage
      entity={ENTITY}
      title="服务入口"
      filters={filtersOf(TILE, "tileName", "status")}
      columns={COLUMNS}
      form={{
        names: Object.keys(TILE),
        initial: {
          orderNum: 0,
          status: "0",
          icon: "site",
          isOnHome: true,
          isElder: false,
          isEntrance: false,
        },
        fields: () => (
          <>
            <FieldItem of={TILE} name="tileName" />
            <FieldItem of={TILE} name="note" />
            <FieldItem of={TILE} name="linkUrl" />
            <FieldItem of={TILE} name="icon">
              <IconField />
            </FieldItem>
            <FieldItem
              of={TILE}
              name="isOnHome"
              label="位置"
              rule="首页少于 3 个时不显示；长辈版取前 6 个"
            >
              <Checkbox>首页“办事与服务”</Checkbox>
            </FieldItem>
            <FieldItem of={TILE} name="isElder">
              <Checkbox>长辈版首页</Checkbox>
            </FieldItem>
            <FieldItem of={TILE} name="isEntrance">
              <Checkbox>服务入口页</Checkbox>
            </FieldItem>
            <FieldItem of={TILE} name="orderNum" />
            <FieldItem of={TILE} name="status" />
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

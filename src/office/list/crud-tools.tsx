import {
  ColumnHeightOutlined,
  ExportOutlined,
  ReloadOutlined,
  SettingOutlined,
} from "@ant-design/icons";
import { Checkbox, Popover, Tooltip } from "antd";
import { type ReactNode, useState } from "react";
import { below, type MenuPlace, PopupMenu } from "../layers/popup-menu.tsx";
import { readJson, writeJson } from "../settings/storage.ts";

const DENSITIES = ["compact", "normal", "roomy"] as const;
export type Density = (typeof DENSITIES)[number];
const DENSITY_LABELS: Record<Density, string> = { compact: "紧凑", normal: "默认", roomy: "宽松" };

type Liking = { hidden: string[]; density: Density };

/** How one person likes one list: kept in this browser, by the list's path. */
export function useLook<C extends { key: string; title: string; isExtra?: boolean }>(
  path: string,
  columns: readonly C[],
) {
  const key = `office-list:${path}`;
  const [liking, setLiking] = useState<Liking>(() => {
    const kept = readJson("localStorage", key) as Partial<Liking> | undefined;
    return {
      hidden: Array.isArray(kept?.hidden)
        ? kept.hidden.map(String)
        : columns.filter(({ isExtra }) => isExtra).map((column) => column.key),
      density: DENSITIES.find((each) => each === kept?.density) ?? "normal",
    };
  });
  return {
    density: liking.density,
    /** All columns, and those in sight. */
    columns,
    shown: columns.filter((column) => !liking.hidden.includes(column.key)),
    set(patch: Partial<Liking>): void {
      const next = { ...liking, ...patch };
      setLiking(next);
      writeJson("localStorage", key, next);
    },
  };
}

export type Look<C extends { key: string; title: string }> = ReturnType<typeof useLook<C>>;

/** Refresh, density, columns, export: icons on the right of the action row. */
export function CrudTools({
  look,
  isBusy,
  onRefresh,
  onExport,
}: {
  look: Look<{ key: string; title: string }>;
  isBusy: boolean;
  onRefresh: () => void;
  /** undefined: this person may not. */
  onExport: (() => void) | undefined;
}) {
  const [place, setPlace] = useState<MenuPlace>();
  const { columns } = look;
  const shown = look.shown.map(({ key }) => key);
  return (
    <div className="cr-tools">
      <Tool label="刷新" icon={<ReloadOutlined spin={isBusy} aria-hidden />} onPress={onRefresh} />
      <Tool
        label="行高"
        icon={<ColumnHeightOutlined aria-hidden />}
        onPress={(element) => setPlace(below(element, "end"))}
        hasMenu
      />
      <Popover
        trigger="click"
        placement="bottomRight"
        content={
          <Checkbox.Group
            className="cr-columns"
            value={shown}
            options={columns.map(({ key, title }) => ({
              value: key,
              label: title,
              // A list without a single column would be a list of nothing.
              disabled: shown.length === 1 && shown[0] === key,
            }))}
            onChange={(keys) =>
              look.set({
                hidden: columns.map(({ key }) => key).filter((key) => !keys.includes(key)),
              })
            }
          />
        }
        title="显示的列"
      >
        <button type="button" className="cr-tool" aria-label="列设置" title="列设置">
          <SettingOutlined aria-hidden />
        </button>
      </Popover>
      {onExport && <Tool label="导出" icon={<ExportOutlined aria-hidden />} onPress={onExport} />}
      {place && (
        <PopupMenu
          label="行高"
          place={place}
          onClose={() => setPlace(undefined)}
          items={DENSITIES.map((density) => ({
            key: density,
            label: DENSITY_LABELS[density],
            isChecked: look.density === density,
            onChoose: () => look.set({ density }),
          }))}
        />
      )}
    </div>
  );
}

function Tool({
  label,
  icon,
  onPress,
  hasMenu = false,
}: {
  label: string;
  icon: ReactNode;
  onPress: (element: HTMLElement) => void;
  hasMenu?: boolean;
}) {
  return (
    <Tooltip title={label}>
      <button
        type="button"
        className="cr-tool"
        aria-label={label}
        {...(hasMenu ? { "aria-haspopup": "menu" as const } : {})}
        onClick={(event) => onPress(event.currentTarget)}
      >
        {icon}
      </button>
    </Tooltip>
  );
}

import { CheckCircleFilled, CheckOutlined, ReloadOutlined } from "@ant-design/icons";
import { Button, Drawer, Switch } from "antd";
import { useId, useState } from "react";
import { inkOf } from "../../lib/colour.ts";
import { useStore } from "../../lib/store.ts";
import { notify } from "../calls/notify.ts";
import { Key } from "../keys/keys.tsx";
import { PRESETS } from "../shell/theme.ts";
import {
  changeSettings,
  type LayoutSettings,
  resetSettings,
  saveSettings,
  settingsStore,
} from "./settings.ts";

const SIDES = [
  { value: "theme-dark", label: "深色" },
  { value: "theme-light", label: "浅色" },
] as const;

const COLOUR_NAMES: Readonly<Record<string, string>> = {
  "#409EFF": "天蓝",
  "#1890FF": "拂晓蓝",
  "#304156": "石板",
  "#212121": "墨黑",
  "#11A983": "青绿",
  "#13C2C2": "明青",
  "#6959CD": "石青紫",
  "#F5222D": "薄暮红",
};

type Flag = "topNav" | "tagsView" | "fixedHeader" | "sidebarLogo" | "dynamicTitle";

const FLAGS: readonly { key: Flag; label: string; hint: string }[] = [
  { key: "topNav", label: "顶部导航", hint: "一级菜单移到顶栏" },
  { key: "tagsView", label: "标签页", hint: "多页签切换" },
  { key: "fixedHeader", label: "固定头部", hint: "滚动时顶栏不动" },
  { key: "sidebarLogo", label: "显示 Logo", hint: "侧边栏顶部标识" },
  { key: "dynamicTitle", label: "动态标题", hint: "浏览器标题随页面变化" },
];

/** 布局设置: without a mask, so that every change is seen at once. */
export default function SettingsDrawer({ onClose }: { onClose: () => void }) {
  const [isOpen, setOpen] = useState(true);
  const settings = useStore(settingsStore);
  const save = () => {
    if (saveSettings()) notify.success("布局设置已保存");
    else notify.warning("浏览器不允许保存，设置在关闭页面后失效");
  };
  return (
    <Drawer
      open={isOpen}
      size={300}
      mask={false}
      title="布局设置"
      extra={<Key>Esc</Key>}
      closable={{ placement: "end" }}
      onClose={() => setOpen(false)}
      afterOpenChange={(isNow) => {
        if (!isNow) onClose();
      }}
      footer={
        <div className="o-settings-foot">
          <Button icon={<ReloadOutlined aria-hidden />} onClick={resetSettings}>
            重置
          </Button>
          <Button type="primary" block onClick={save}>
            保存设置
          </Button>
        </div>
      }
    >
      <SideThemes settings={settings} />
      <Colours settings={settings} />
      <h2 className="o-settings-title">界面</h2>
      {FLAGS.map((flag) => (
        <FlagRow key={flag.key} flag={flag} isOn={settings[flag.key]} />
      ))}
    </Drawer>
  );
}

function SideThemes({ settings }: { settings: LayoutSettings }) {
  return (
    <fieldset className="o-settings-group">
      <legend>侧边栏主题</legend>
      <div className="o-settings-sides">
        {SIDES.map(({ value, label }) => {
          const isChosen = settings.sideTheme === value;
          return (
            <label key={value} className="o-settings-side" data-chosen={isChosen || undefined}>
              <input
                type="radio"
                name="side-theme"
                className="o-hidden"
                checked={isChosen}
                onChange={() => changeSettings({ sideTheme: value })}
              />
              <span className={`o-mini o-mini-${value}`} aria-hidden="true">
                <i />
              </span>
              <span>
                {isChosen && <CheckCircleFilled aria-hidden />} {label}
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

function Colours({ settings }: { settings: LayoutSettings }) {
  const { ink } = inkOf(settings.theme);
  return (
    <fieldset className="o-settings-group">
      <legend>
        主题颜色 <span className="o-note">{settings.theme}</span>
      </legend>
      <div className="o-settings-colours">
        {PRESETS.map((seed) => {
          const isChosen = settings.theme.toUpperCase() === seed;
          return (
            <label key={seed} style={{ background: seed }} title={`${COLOUR_NAMES[seed]} ${seed}`}>
              <input
                type="radio"
                name="theme-colour"
                className="o-hidden"
                aria-label={COLOUR_NAMES[seed]}
                checked={isChosen}
                onChange={() => changeSettings({ theme: seed })}
              />
              {isChosen && <CheckOutlined aria-hidden />}
            </label>
          );
        })}
      </div>
      <p className="o-note o-settings-ink">
        文字、按钮自动取深阶，对比度 ≥ 4.5
        <span aria-hidden="true">
          <i style={{ background: settings.theme }} /> → <i style={{ background: ink }} />
        </span>
      </p>
    </fieldset>
  );
}

function FlagRow({ flag, isOn }: { flag: (typeof FLAGS)[number]; isOn: boolean }) {
  const id = useId();
  return (
    <div className="o-settings-flag">
      <div>
        <div id={id}>{flag.label}</div>
        <div className="o-note" id={`${id}-hint`}>
          {flag.hint}
        </div>
      </div>
      <Switch
        size="small"
        checked={isOn}
        aria-labelledby={id}
        aria-describedby={`${id}-hint`}
        onChange={(isNow) => changeSettings({ [flag.key]: isNow })}
      />
    </div>
  );
}

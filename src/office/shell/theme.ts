import type { ThemeConfig } from "antd";
import { inkOf, tintOf } from "../../lib/colour.ts";

/** specification 9: the eight theme colours of the settings drawer. */
export const PRESETS = [
  "#409EFF",
  "#1890FF",
  "#304156",
  "#212121",
  "#11A983",
  "#13C2C2",
  "#6959CD",
  "#F5222D",
] as const;

export const SIZES = ["default", "medium", "small", "mini"] as const;
export type Size = (typeof SIZES)[number];

/** Pixels. */
export const SIZE_FACTS: Record<
  Size,
  { label: string; control: number; font: number; tableFont: number; cellBlock: number }
> = {
  default: { label: "Default", control: 36, font: 14, tableFont: 14, cellBlock: 9 },
  medium: { label: "Medium", control: 32, font: 14, tableFont: 13, cellBlock: 6 },
  small: { label: "Small", control: 28, font: 13, tableFont: 13, cellBlock: 4 },
  mini: { label: "Mini", control: 24, font: 12, tableFont: 12, cellBlock: 2 },
};

const FONT =
  '"PingFang SC", "HarmonyOS Sans SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif';

/** Ant Design's theme for a theme colour and a size. */
export function themeOf(seed: string, size: Size, hasMotion: boolean): ThemeConfig {
  const { ink, hover, active } = inkOf(seed);
  const { control, font, tableFont, cellBlock } = SIZE_FACTS[size];
  const solid = { colorPrimary: ink, colorPrimaryHover: hover, colorPrimaryActive: active };
  const selected = tintOf(seed);
  return {
    token: {
      colorPrimary: seed,
      // A state, and no ornament: it does not turn red with the theme.
      colorInfo: "#409EFF",
      colorLink: ink,
      colorLinkHover: hover,
      colorLinkActive: active,
      colorText: "#1F2733",
      colorTextSecondary: "#566173",
      colorTextTertiary: "#667184",
      colorTextDescription: "#667184",
      colorTextPlaceholder: "#6B7686",
      colorBgLayout: "#F3F5F8",
      colorSplit: "#EEF1F5",
      colorBorderSecondary: "#E4E8EE",
      colorBorder: "#D5DBE4",
      colorSuccess: "#2E9E5B",
      colorWarning: "#D48806",
      colorError: "#CC3B30",
      colorErrorText: "#B8362C",
      controlHeight: control,
      controlHeightSM: 24,
      fontSize: font,
      fontFamily: FONT,
      lineHeight: 1.5714,
      borderRadius: 4,
      borderRadiusLG: 6,
      borderRadiusSM: 3,
      controlItemBgActive: selected,
      controlItemBgActiveHover: selected,
      motion: hasMotion,
      motionDurationFast: "0.08s",
      motionDurationMid: "0.12s",
      motionDurationSlow: "0.15s",
    },
    components: {
      Button: {
        ...solid,
        primaryShadow: "none",
        defaultShadow: "none",
        dangerShadow: "none",
        paddingInline: 12,
        contentFontSizeSM: 13,
        defaultHoverColor: ink,
        defaultHoverBorderColor: seed,
        defaultActiveColor: active,
      },
      Switch: { ...solid, colorTextQuaternary: "#8A94A3", colorTextTertiary: "#667184" },
      Checkbox: solid,
      Radio: { ...solid, buttonSolidCheckedBg: ink },
      Tree: { ...solid, nodeSelectedBg: selected },
      Steps: solid,
      Pagination: solid,
      Progress: { defaultColor: seed },
      Select: { optionSelectedBg: selected, optionSelectedColor: ink },
      Menu: { itemSelectedBg: selected, itemSelectedColor: ink },
      Tabs: { itemSelectedColor: ink, itemHoverColor: hover, itemActiveColor: active },
      Segmented: { itemSelectedColor: ink },
      Slider: { handleColor: ink, trackBg: seed },
      Table: {
        headerBg: "#F7F9FB",
        headerColor: "#566173",
        cellFontSize: tableFont,
        cellPaddingBlock: cellBlock,
        cellPaddingInline: 10,
        rowSelectedBg: tintOf(seed, 0.095),
        rowSelectedHoverBg: selected,
        rowHoverBg: "#F7F9FB",
        borderColor: "#EEF1F5",
      },
      Form: { itemMarginBottom: 16, verticalLabelPadding: "0 0 4px" },
      Modal: { titleFontSize: 16 },
      Drawer: { paddingLG: 16 },
    },
  };
}

/** The same colours as custom properties, for the shell's own CSS. */
export function cssVariables(seed: string, size: Size): Record<string, string> {
  const { ink, hover, active } = inkOf(seed);
  return {
    "--seed": seed,
    "--ink": ink,
    "--ink-hover": hover,
    "--ink-active": active,
    "--tint": tintOf(seed),
    "--row-current": tintOf(seed, 0.08),
    "--control": `${SIZE_FACTS[size].control}px`,
    "--font": `${SIZE_FACTS[size].font}px`,
    "--table-font": `${SIZE_FACTS[size].tableFont}px`,
  };
}

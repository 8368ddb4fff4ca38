import { createStore } from "../../lib/store.ts";
import { SIZES, type Size } from "../shell/theme.ts";
import {
  readCookie,
  readJson,
  readText,
  removeText,
  writeCookie,
  writeJson,
  writeText,
} from "./storage.ts";

/** specification 3, "Layout settings". */
export type LayoutSettings = {
  topNav: boolean;
  tagsView: boolean;
  fixedHeader: boolean;
  sidebarLogo: boolean;
  dynamicTitle: boolean;
  sideTheme: "theme-dark" | "theme-light";
  /** `#rrggbb`. */
  theme: string;
};

const KEY = "layout-setting";

const DEFAULTS: LayoutSettings = {
  topNav: false,
  tagsView: true,
  fixedHeader: true,
  sidebarLogo: true,
  dynamicTitle: false,
  sideTheme: "theme-dark",
  theme: "#409EFF",
};

/** The saved settings, key by key where the form is right, over the defaults. */
export function recallSettings(sideTheme?: string): LayoutSettings {
  const settings: LayoutSettings = { ...DEFAULTS };
  if (sideTheme === "theme-light") settings.sideTheme = sideTheme;
  const kept = readJson("sessionStorage", KEY);
  if (typeof kept !== "object" || kept === null) return settings;
  const saved = kept as Record<string, unknown>;
  const flags = ["topNav", "tagsView", "fixedHeader", "sidebarLogo", "dynamicTitle"] as const;
  for (const flag of flags) {
    if (typeof saved[flag] === "boolean") settings[flag] = saved[flag];
  }
  if (saved.sideTheme === "theme-dark" || saved.sideTheme === "theme-light") {
    settings.sideTheme = saved.sideTheme;
  }
  if (typeof saved.theme === "string" && /^#[\da-f]{6}$/i.test(saved.theme)) {
    settings.theme = saved.theme;
  }
  return settings;
}

export const settingsStore = createStore<LayoutSettings>(DEFAULTS);

export const changeSettings = (patch: Partial<LayoutSettings>): void =>
  settingsStore.set({ ...settingsStore.get(), ...patch });

/** Keeps the settings for this browser tab; false when storage is out of reach. */
export const saveSettings = (): boolean => writeJson("sessionStorage", KEY, settingsStore.get());

/** Reset clears the saved settings and reloads (specification 3). */
export function resetSettings(): void {
  removeText("sessionStorage", KEY);
  location.reload();
}

const SIZE_COOKIE = "size";

export const sizeStore = createStore<Size>(
  SIZES.find((size) => size === readCookie(SIZE_COOKIE)) ?? "medium",
);

export function chooseSize(size: Size): void {
  writeCookie(SIZE_COOKIE, size);
  sizeStore.set(size);
}

const SIDEBAR_COOKIE = "sidebarStatus";

/** Open or not, on a desktop. */
export const sidebarStore = createStore(readCookie(SIDEBAR_COOKIE) !== "0");

export function toggleSidebar(): void {
  const isOpen = !sidebarStore.get();
  writeCookie(SIDEBAR_COOKIE, isOpen ? "1" : "0");
  sidebarStore.set(isOpen);
}

const SHORTCUTS_KEY = "office-single-keys";

/** Single-key shortcuts can be switched off (WCAG 2.1.4). */
export const singleKeysStore = createStore(readText("localStorage", SHORTCUTS_KEY) !== "off");

export function chooseSingleKeys(isOn: boolean): void {
  writeText("localStorage", SHORTCUTS_KEY, isOn ? "on" : "off");
  singleKeysStore.set(isOn);
}

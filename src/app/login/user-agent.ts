const BROWSERS: readonly [RegExp, string][] = [
  [/MicroMessenger\/(\d+)/, "微信"],
  [/DingTalk\/(\d+)/, "钉钉"],
  [/QQBrowser\/(\d+)/, "QQ浏览器"],
  [/UCBrowser\/(\d+)/, "UC浏览器"],
  [/HuaweiBrowser\/(\d+)/, "华为浏览器"],
  [/MiuiBrowser\/(\d+)/, "小米浏览器"],
  [/(?:Edg|EdgA|EdgiOS|Edge)\/(\d+)/, "Edge"],
  [/(?:OPR|Opera)\/(\d+)/, "Opera"],
  [/(?:Firefox|FxiOS)\/(\d+)/, "Firefox"],
  [/(?:Chrome|CriOS)\/(\d+)/, "Chrome"],
  [/Version\/(\d+)[\d.]* (?:Mobile\/\w+ )?Safari/, "Safari"],
  [/(?:MSIE |Trident\/.*rv:)(\d+)/, "IE"],
];

const SYSTEMS: readonly [RegExp, string][] = [
  [/HarmonyOS|OpenHarmony/, "HarmonyOS"],
  [/Android (\d+)/, "Android"],
  [/iPad|iPhone|iPod/, "iOS"],
  [/Windows NT 10/, "Windows 10"],
  [/Windows NT/, "Windows"],
  [/Mac OS X/, "macOS"],
  [/Linux/, "Linux"],
];

function first(rows: readonly [RegExp, string][], text: string): string {
  for (const [pattern, name] of rows) {
    const match = pattern.exec(text);
    if (match) return match[1] ? `${name} ${match[1]}` : name;
  }
  return "Unknown";
}

/** Browser and system of a User-Agent for the log pages; names of ours only, never its own text. */
export function parseUserAgent(header: string | undefined): { browser: string; os: string } {
  const text = (header ?? "").slice(0, 512);
  return { browser: first(BROWSERS, text), os: first(SYSTEMS, text) };
}

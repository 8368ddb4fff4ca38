import type { RouterContextProvider } from "react-router";
import { VIDEO_ORIGINS } from "../lib/article/videos.ts";
import { formatDay, parseDateTime } from "../lib/text/dates.ts";
import { onPage } from "../server/pages/page-context.ts";
import { isConsultationPage } from "../site/footer/consultation.ts";
import type { LinkItem, MenuItem, ShellData } from "../site/shell/site-facts.ts";
import { themeCss } from "../site/shell/theme.ts";
import { qrHref } from "./art/service.server.ts";
import { categoryTree, menuOf } from "./article_type/service.server.ts";
import { friendlyLinks } from "./links/service.server.ts";
import { settings } from "./system/config/service.server.ts";

/** Entries of 常用入口, by the name of their category. */
const QUICK_NAMES = [
  "学会章程",
  "会费标准",
  "信息公开",
  "入会指南",
  "咨询服务",
  "下载中心",
  "联系我们",
];

/** Pages that are there without any category. */
const QUICK_PAGES: LinkItem[] = [
  { label: "在线咨询", href: "/advisoryImg" },
  { label: "隐私政策", href: "/agreement?doc=privacy" },
  { label: "无障碍说明", href: "/agreement?doc=accessibility" },
];

const flat = (menu: MenuItem[]): MenuItem[] =>
  menu.flatMap((item) => [item, ...flat(item.children)]);

/** For both layouts; tags the page, and allows the chat page to be framed. */
export async function loadShell(
  provider: Readonly<RouterContextProvider>,
  request: Request,
): Promise<ShellData> {
  const { context, page } = onPage(provider, "site", "menu", "links");
  const [values, tree, links] = await Promise.all([
    settings(context),
    categoryTree(context),
    friendlyLinks(context),
  ]);
  const value = (key: string) => values.get(`site.${key}`) ?? "";
  const menu = menuOf(tree);
  page.society = { name: value("name"), phone: value("phone"), hours: value("hours") };
  // The copyright line and dates without their year change with it.
  const year = Number(formatDay(new Date()).slice(0, 4));
  const newYear = parseDateTime(`${year + 1}-01-01`)?.getTime() ?? page.validUntil;
  page.validUntil = Math.min(page.validUntil, newYear);
  const chatUrl = chatAddress(value("chatUrl"));
  if (chatUrl) page.frameHosts.add(new URL(chatUrl).origin);
  // On every page: a reader who reaches an article without a reload keeps the policy of the page before.
  for (const origin of VIDEO_ORIGINS) page.frameHosts.add(origin);
  const named = new Map(flat(menu).map((item) => [item.label, item.href]));
  return {
    site: {
      name: value("name"),
      badge: value("badge"),
      latinName: value("latinName"),
      description: value("description"),
      phone: value("phone"),
      hours: value("hours"),
      email: value("email"),
      address: value("address"),
      postcode: value("postcode"),
      host: value("host"),
      icp: value("icp"),
      police: value("police"),
      copyright: `© ${year} ${value("copyright")}`.trim(),
      qrHref: value("qrImage") ? `/prod-api${value("qrImage")}` : qrHref(value("qr")),
      qrLabel: value("qrLabel"),
      chatUrl,
      origin: context.origin,
      themeCss: themeCss(value("theme")),
      isElderFirst: value("elderDefault") === "true",
    },
    menu,
    friendlyLinks: links.map((link) => ({ label: link.linkName, href: link.linkUrl })),
    quickLinks: [
      ...QUICK_NAMES.flatMap((label) => {
        const href = named.get(label);
        return href ? [{ label, href }] : [];
      }),
      ...QUICK_PAGES,
    ],
    isConsultation: isConsultationPage(new URL(request.url)),
  };
}

/** The setting with `id=1` added (specification 1); anything but an http(s) address is no chat page. */
function chatAddress(setting: string): string {
  if (!/^https?:\/\//i.test(setting) || !URL.canParse(setting)) return "";
  const url = new URL(setting);
  url.searchParams.set("id", "1");
  return url.href;
}

import { formatDay } from "../../lib/text/dates.ts";
import { breakTitle } from "../../lib/text/title-breaks.ts";
import type { Context } from "../../server/start/context.ts";
import { type ArticleCard, newestArticles } from "../article/service.server.ts";
import {
  type CategoryNode,
  categoryTree,
  flatten,
  menuOf,
  withDescendants,
} from "../article_type/service.server.ts";
import { settings } from "../system/config/service.server.ts";
import { cooperatingBodies } from "../system/cooperation/service.server.ts";
import { keptTiles } from "../tile/service.server.ts";
import { elderTiles, serviceTiles } from "./tiles.ts";

const NOTICES = 8;
const SECONDARY = 3;
const TABS = 5;
/** Two cards and two columns of six lines. */
const TAB_ARTICLES = 14;

/** Category whose articles lead the page, by name; without it the newest of all do. */
const LEAD_CATEGORY = "要闻";

/** The fields of an article that the page shows, and no more. */
type HomeArticle = Pick<
  ArticleCard,
  "id" | "articleName" | "createTime" | "typeName" | "isImportant"
>;

/** A headline: `broken` is the title with its break chances. */
type HomeTitle = HomeArticle & { broken: string };

type HomeCard = HomeTitle & { cover: string; motif: string; palette: string };

const line = (card: ArticleCard): HomeArticle => ({
  id: card.id,
  articleName: card.articleName,
  createTime: card.createTime,
  typeName: card.typeName,
  isImportant: card.isImportant,
});

const titled = (card: ArticleCard): HomeTitle => ({
  ...line(card),
  broken: breakTitle(card.articleName),
});

/** Everything of the home page but the upgrade notice. Parts without data are empty or null. */
export async function loadHome(context: Context) {
  const { db } = context;
  const [tree, values, bodies, kept] = await Promise.all([
    categoryTree(context),
    settings(context),
    cooperatingBodies(context),
    keptTiles(context),
  ]);
  const nodes = flatten(tree);
  const byName = (name: string) => nodes.find((node) => node.bllName === name);
  const noticeNode = byName(values.get("site.noticeCategory") ?? "");
  const leadNode = byName(LEAD_CATEGORY);

  const [leads, newest, notices, tabs] = await Promise.all([
    leadNode
      ? newestArticles(db, { typeIds: withDescendants(leadNode), limit: 1, topFirst: true })
      : [],
    newestArticles(db, { limit: 2 * (NOTICES + SECONDARY) }),
    noticeNode
      ? newestArticles(db, {
          typeIds: withDescendants(noticeNode),
          limit: NOTICES,
          topFirst: true,
        })
      : [],
    loadTabs(context, tree),
  ]);

  const noticeIds = new Set(noticeNode ? withDescendants(noticeNode) : []);
  const stories = newest.filter((card) => !noticeIds.has(card.typeId));
  const lead = leads[0] ?? stories[0] ?? newest[0];
  const secondary = stories.filter((card) => card.id !== lead?.id).slice(0, SECONDARY);
  const told = new Set([lead?.id, ...secondary.map((card) => card.id)]);
  const others = newest.filter((card) => !told.has(card.id)).slice(0, NOTICES);
  const menu = menuOf(tree);
  const hrefOf = (node: CategoryNode) =>
    flat(menu).find((entry) => entry.id === node.id)?.href ?? "";

  return {
    /** Of today: older dates are shown with theirs. */
    year: formatDay(new Date()).slice(0, 4),
    watchTitle: nodes.some((node) => node.isOnHome) ? "学会观察" : "栏目文章",
    lead: lead
      ? { ...titled(lead), summary: lead.summary, source: lead.source, cover: lead.cover }
      : null,
    secondary: secondary.map(titled),
    side:
      notices.length > 0 && noticeNode
        ? { title: noticeNode.bllName, href: hrefOf(noticeNode), articles: notices.map(titled) }
        : { title: "最新发布", href: "", articles: others.map(titled) },
    tabs: tabs.map((tab) => ({ ...tab, href: hrefOf(tab.node), node: undefined })),
    journal: menu.find((entry) => entry.isExternal && entry.label.includes("会刊")) ?? null,
    bodies,
    services: kept.home ?? serviceTiles(menu),
    elder: elderTiles(menu, kept.elder),
  };
}

type Entries = ReturnType<typeof menuOf>;
const flat = (menu: Entries): Entries => menu.flatMap((entry) => [entry, ...flat(entry.children)]);

/** Categories marked for the home page, else the first ones that list articles; empty ones are left out. */
async function loadTabs({ db }: Context, tree: CategoryNode[]) {
  const marked = flatten(tree).filter((node) => node.isOnHome);
  const listing = tree.filter((node) => node.bllType === "1" && node.isInMenu);
  const chosen = (marked.length > 0 ? marked : listing).slice(0, TABS);
  const tabs = await Promise.all(
    chosen.map(async (node) => {
      const cards = await newestArticles(db, {
        typeIds: withDescendants(node),
        limit: TAB_ARTICLES,
      });
      const pictured = pickPictured(cards);
      const art = new Map(flatten([node]).map((each) => [each.id, each]));
      return {
        id: node.id,
        node,
        label: node.bllName,
        cards: pictured.map(
          (card): HomeCard => ({
            ...titled(card),
            cover: card.cover,
            motif: art.get(card.typeId)?.motif ?? node.motif,
            palette: art.get(card.typeId)?.palette ?? node.palette,
          }),
        ),
        articles: cards.filter((card) => !pictured.includes(card)).map(line),
      };
    }),
  );
  return tabs.filter((tab) => tab.cards.length > 0);
}

/** The newest, and the newest with another picture: two drawings of one category look alike. */
function pickPictured(cards: ArticleCard[]): ArticleCard[] {
  const [first, second, ...rest] = cards;
  if (!first || !second) return cards;
  const other = [second, ...rest].find((card) => card.typeId !== first.typeId);
  return [first, other ?? second];
}

import { onPage } from "#src/server/pages/page-context.ts";
import { breadcrumbJsonLd } from "#src/site/addresses/breadcrumb-json-ld.ts";
import { pageMeta, siteOf } from "#src/site/addresses/page-meta.ts";
import { TileDrawing } from "#src/site/drawings/tile-drawing.tsx";
import { PageHead } from "#src/site/lists/page-head.tsx";
import { outside } from "#src/site/shell/main-menu.tsx";
import { headOfPath } from "../areaxList/service.server.ts";
import { entrances } from "../tile/service.server.ts";
import type { Route } from "./+types/page";
import "./entrance.css";

export const handle = { cache: { query: [] } };

const PATH = "/indexEntrance";
const NAME = "服务入口";
const INTRO = "想办什么事，从这里进。";

export async function loader({ context }: Route.LoaderArgs) {
  const { context: app } = onPage(context, "menu", "site");
  const head = await headOfPath(app, PATH, NAME);
  return { head: { ...head, intro: head.intro || INTRO }, tiles: await entrances(app) };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const site = siteOf(matches);
  const jsonLd = breadcrumbJsonLd(site.origin, loaderData?.head.path ?? []);
  const title = loaderData?.head.name ?? NAME;
  const description = `${site.siteName}的会员、培训、申报、会刊与证书查询入口。`;
  return pageMeta({ ...site, title, description, path: PATH, jsonLd });
};

export default function EntrancePage({ loaderData: { head, tiles } }: Route.ComponentProps) {
  return (
    <main>
      <PageHead {...head} />
      <div className="wrap entrance">
        <ul>
          {tiles.map(({ label, note, href, icon, isExternal }) => (
            <li key={label}>
              <a href={href} {...(isExternal ? outside : {})}>
                <TileDrawing icon={icon} size={56} />
                <span>
                  <strong>{label}</strong>
                  {note}
                </span>
              </a>
            </li>
          ))}
        </ul>
      </div>
    </main>
  );
}

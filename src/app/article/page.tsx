import { data } from "react-router";
import { onPage } from "../../server/page-context.ts";
import type { Route } from "./+types/page";

export const handle = { cache: { query: ["articleId"] } };

export async function loader({ request, context }: Route.LoaderArgs) {
  onPage(context, "article:1");
  const id = new URL(request.url).searchParams.get("articleId");
  if (!id) throw data(null, { status: 404 });
  return { id };
}

export default function Article({ loaderData }: Route.ComponentProps) {
  return <main>{loaderData.id}</main>;
}

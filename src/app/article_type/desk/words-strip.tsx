import { useQuery } from "@tanstack/react-query";
import { Alert } from "antd";
import { call } from "#src/office/calls/http.ts";
import { useIdle } from "#src/office/figures/use-live.ts";
import { useTab } from "#src/office/tabs/tab.tsx";

const PATH = "/api/bll/article_type/desk";
const EVERY_MS = 3_000;

/** After a change of who may read a branch: how many articles are still to be found by their new words. */
export function WordsStrip() {
  const { isActive } = useTab();
  const isIdle = useIdle(isActive);
  const { data = 0 } = useQuery({
    // Below the path of the page: a saved category makes it load again.
    queryKey: [PATH, "wordsDue"],
    queryFn: async ({ signal }) => {
      type Answer = { data: { articles: number } };
      const answer = await call<Answer>("GET", `${PATH}/wordsDue`, { signal, isQuiet: true });
      return answer.data.articles;
    },
    meta: { isQuiet: true },
    refetchInterval: ({ state }) => (state.data && isActive && !isIdle ? EVERY_MS : false),
  });
  if (data === 0) return null;
  return (
    <Alert
      banner
      type="info"
      role="status"
      title={`正在更新 ${data.toLocaleString("zh-CN")} 篇文章的搜索内容，完成之前可能搜不到它们；完成后这条提示自动消失。`}
    />
  );
}

import { Button } from "antd";
import { useEffect, useState } from "react";
import { report } from "#src/office/calls/http.ts";
import { notify } from "#src/office/calls/notify.ts";
import { useOpened } from "#src/office/layers/use-opened.ts";
import { Card, Failure } from "#src/office/shell/card.tsx";
import { DocumentPicture } from "#src/office/shell/pictures.tsx";
import { PageSkeleton } from "#src/office/shell/skeleton.tsx";
import { openInstead } from "#src/office/tabs/open-instead.ts";
import { useTab } from "#src/office/tabs/tab.tsx";
import type { DeskArticle } from "../model/desk.ts";
import { act, LIST_PATH, readArticle, reviewPath, tellArticles } from "../parts/calls.ts";
import { stateOf } from "../parts/state-mark.tsx";
import { ArticleForm } from "./article-form.tsx";

/** Writes an article. One that was new and has got its number is still the one on the screen. */
export default function EditorPage({ articleId }: { articleId: number | undefined }) {
  const tab = useTab();
  // Reading again begins another round of the form, with the article just read.
  const [load, setLoad] = useState({ id: articleId, round: 0 });
  const { data, error, refetch, isFetching } = useOpened(
    ["article-edit", load.id, load.round],
    () => readArticle(load.id ?? 0),
    { enabled: load.id !== undefined },
  );
  const again = (id: number) => setLoad(({ round }) => ({ id, round: round + 1 }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tab's functions are new each time
  useEffect(() => {
    if (load.id === undefined) tab.setTitle("写文章");
    else if (data) tab.setTitle(data.fields.articleName || `未命名（${data.id}）`);
  }, [load.id, data]);

  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  if (load.id !== undefined && !data) return <PageSkeleton />;
  if (data && !data.allowed.includes("edit")) {
    return <NotNow article={data} isBusy={isFetching} onChanged={() => again(data.id)} />;
  }
  return (
    <ArticleForm
      key={load.round}
      article={data}
      onMade={(id) => tab.setQuery({ id })}
      onAgain={again}
    />
  );
}

/** An article in review or in the bin cannot be edited; says how to get it out of there. */
function NotNow({
  article,
  isBusy,
  onChanged,
}: {
  article: DeskArticle;
  isBusy: boolean;
  onChanged: () => void;
}) {
  const tab = useTab();
  const { id, fields, allowed } = article;
  const isReview = article.status === "1" || article.copyState >= 2;
  const takeBack = async (verb: "withdraw" | "putBack", done: string) => {
    try {
      await act(verb, verb === "withdraw" ? { id } : { ids: [id] });
      notify.success(`${done}「${fields.articleName}」`);
      onChanged();
      await tellArticles();
    } catch (error) {
      report(error);
    }
  };
  const leave = () => openInstead(tab.path, LIST_PATH);
  return (
    <Card
      isPage
      picture={<DocumentPicture />}
      title={`「${fields.articleName || "未命名"}」${stateOf(article).word}，暂不能修改`}
      actions={
        <>
          <Button onClick={leave}>返回列表</Button>
          {allowed.includes("withdraw") && (
            <Button loading={isBusy} onClick={() => void takeBack("withdraw", "已取消送审")}>
              取消送审并修改
            </Button>
          )}
          {allowed.includes("putBack") && (
            <Button onClick={() => void takeBack("putBack", "已恢复")}>恢复并修改</Button>
          )}
          <Button type="primary" onClick={() => tab.open(reviewPath(id))}>
            {allowed.includes("approve") ? "去审核" : "查看"}
          </Button>
        </>
      }
    >
      {isReview
        ? "送审期间内容保持不变，审核的人看到的就是最后发布的。取消送审后可以继续修改。"
        : "当前状态或权限不允许修改这篇文章。"}
    </Card>
  );
}

import { useState } from "react";
import { sizeText } from "#src/lib/upload/upload-rules.ts";
import EmptyState from "#src/site/lists/empty-state.later.tsx";
import { OwnProblem } from "#src/site/personal/own-problem.tsx";
import { useOwn } from "#src/site/personal/use-own.ts";
import { errorText } from "#src/site/session/http.ts";
import { callAsMember } from "#src/site/session/member-session.ts";
import { showToast } from "#src/site/shell/toast.tsx";

type Row = {
  id: number;
  name: string;
  purposeName: string;
  bytes: number;
  createTime: string;
  uses: string[];
  url: string;
};

const PATH = "/api/bll/personal/files";

/** One's own uploads, the newest first; what is used nowhere can be removed. */
export function FileList({ userId }: { readonly userId: number }) {
  const { answer, problem, reload } = useOwn<{ rows: Row[]; bytes: number }>(userId, PATH);
  const [asked, setAsked] = useState<number>();
  const [isBusy, setBusy] = useState(false);

  const remove = async ({ id }: Row) => {
    if (isBusy) return;
    setBusy(true);
    try {
      await callAsMember(userId, "DELETE", `${PATH}/${id}`);
      showToast("文件已删除");
    } catch (error) {
      showToast(errorText(error), "error");
    } finally {
      setBusy(false);
      setAsked(undefined);
      await reload();
    }
  };

  const rows = answer?.rows;
  return (
    <section aria-label="文件" className="own-list">
      <OwnProblem
        problem={problem}
        hasAnswer={rows !== undefined}
        waiting="正在读取您的文件"
        reload={reload}
      />
      {rows?.length === 0 ? (
        <EmptyState
          drawing="none"
          title="还没有上传过文件"
          text="入会申请里的照片和证照、缴费凭证上传后都会列在这里。"
        />
      ) : null}
      {rows && rows.length > 0 ? (
        <>
          <p className="own-note">
            {`共 ${rows.length} 个文件，${sizeText(answer?.bytes ?? 0)}。没有使用的文件 8 天后自动清理，也可以自己删除。`}
          </p>
          <ul>
            {rows.map((row) => (
              <li key={row.id}>
                <div>
                  <a href={row.url} target="_blank" rel="noreferrer" className="own-name">
                    {row.name}
                    <span className="sr-only">（在新窗口打开）</span>
                  </a>
                  <p className="own-note">
                    {[row.purposeName, sizeText(row.bytes), row.createTime.slice(0, 10)].join(
                      " · ",
                    )}
                  </p>
                  <p className="own-note">
                    {row.uses.length > 0 ? `用于：${row.uses.join("、")}` : "没有使用"}
                  </p>
                </div>
                {row.uses.length > 0 ? null : asked === row.id ? (
                  <div className="own-ways">
                    <button
                      type="button"
                      className="btn btn-primary btn-small"
                      aria-disabled={isBusy}
                      onClick={() => void remove(row)}
                    >
                      确定删除
                    </button>
                    <button
                      type="button"
                      className="btn btn-outline btn-small"
                      onClick={() => setAsked(undefined)}
                    >
                      取消
                    </button>
                  </div>
                ) : (
                  <button
                    type="button"
                    className="btn btn-outline btn-small"
                    onClick={() => setAsked(row.id)}
                  >
                    删除<span className="sr-only">：{row.name}</span>
                  </button>
                )}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </section>
  );
}

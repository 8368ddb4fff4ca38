import { type ReactElement, useState } from "react";
import { OwnProblem } from "#src/site/personal/own-problem.tsx";
import { useOwn } from "#src/site/personal/use-own.ts";
import { errorText } from "#src/site/session/http.ts";
import { callAsMember } from "#src/site/session/member-session.ts";
import { showToast } from "#src/site/shell/toast.tsx";

type Row = {
  doc: string;
  title: string;
  version: string;
  agreedAt: string | null;
  newVersion: string | null;
};
type Answer = { rows: Row[]; isInDirectory: boolean | null };

const PATH = "/api/bll/personal/consents";

/** What was agreed to, in which version, and how each is taken back. */
export function Consents({ userId }: { readonly userId: number }): ReactElement {
  const { answer, problem, reload } = useOwn<Answer>(userId, PATH);
  const [isBusy, setBusy] = useState(false);

  const act = async (method: "POST" | "PUT", path: string, body: object, done: string) => {
    if (isBusy) return;
    setBusy(true);
    try {
      await callAsMember(userId, method, path, { body });
      showToast(done);
    } catch (error) {
      showToast(errorText(error), "error");
    } finally {
      setBusy(false);
      await reload();
    }
  };
  const rows = answer?.rows ?? [];
  const hasNew = rows.some(({ newVersion }) => newVersion !== null);
  const agree = () => {
    const asked = rows.filter(({ doc }) => doc === "user" || doc === "privacy");
    const versions = Object.fromEntries(
      asked.map(({ doc, version, newVersion }) => [doc, newVersion ?? version]),
    );
    return act("POST", PATH, { versions }, "已记录您的同意");
  };
  const { isInDirectory = null } = answer ?? {};

  return (
    <section aria-labelledby="privacy-consents" className="own-list">
      <h2 id="privacy-consents">我的同意</h2>
      <OwnProblem
        problem={problem}
        hasAnswer={answer !== undefined}
        waiting="正在读取同意记录"
        reload={reload}
      />
      <ul>
        {rows.map((row) => (
          <li key={row.doc}>
            <div>
              {row.doc === "identity" ? (
                <p className="own-name">{row.title}</p>
              ) : (
                <a className="own-name" href={`/agreement?doc=${row.doc}`}>
                  {row.title}
                </a>
              )}
              <p className="own-note">
                {row.agreedAt
                  ? `版本 ${row.version}，${row.agreedAt.slice(0, 16)} 同意`
                  : "还没有同意过"}
                {row.newVersion ? `；现行版本 ${row.newVersion}` : ""}
              </p>
            </div>
          </li>
        ))}
        {isInDirectory === null ? null : (
          <li>
            <div>
              <p className="own-name">在公开的会员名录中展示</p>
              <p className="own-note">
                {isInDirectory
                  ? "任何人都能看到您的姓名、单位和级别。撤回后立即从名录中移除，会籍不受影响。"
                  : "现在不展示。同意后，任何人都能看到您的姓名、单位和级别。"}
              </p>
            </div>
            <button
              type="button"
              className="btn btn-outline btn-small"
              aria-disabled={isBusy}
              onClick={() =>
                void act(
                  "PUT",
                  `${PATH}/directory`,
                  { isVisible: !isInDirectory },
                  isInDirectory ? "已从会员名录中移除" : "已在会员名录中展示",
                )
              }
            >
              {isInDirectory ? "撤回同意" : "同意展示"}
            </button>
          </li>
        )}
      </ul>
      {hasNew ? (
        <div className="privacy-new">
          <p>协议有了新的版本，请打开上面的链接阅读。</p>
          <button
            type="button"
            className="btn btn-primary"
            aria-disabled={isBusy}
            onClick={() => void agree()}
          >
            我已阅读并同意现行版本
          </button>
        </div>
      ) : null}
      {answer ? (
        <p className="own-note">
          撤回对用户协议、隐私政策或处理证件号码的同意后，学会无法继续为您保留账号和会籍，需要
          <a href="#privacy-closure" className="link">
            注销账号
          </a>
          。撤回之前的处理仍然有效。
        </p>
      ) : null}
    </section>
  );
}

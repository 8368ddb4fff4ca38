import { type ReactElement, useState } from "react";
import { ProblemLine } from "#src/site/form/problem-line.tsx";
import { errorText } from "#src/site/session/http.ts";
import { callAsMember } from "#src/site/session/member-session.ts";
import { showToast } from "#src/site/shell/toast.tsx";
import type { ItemWhole } from "../declaration/item/wire.ts";

type Props = {
  readonly userId: number;
  readonly info: ItemWhole;
  readonly onChanged: () => Promise<void>;
};

/** A link by which others join in writing; a new one shuts the one before it. */
export function ShareLink({ userId, info }: Props): ReactElement {
  const [code, setCode] = useState(info.shareCode);
  const [problem, setProblem] = useState("");
  const address = code ? `${location.origin}/Declare/taskList?join=${code}` : "";
  const make = async () => {
    setProblem("");
    try {
      const { data } = await callAsMember<{ data: { code: string } }>(
        userId,
        "POST",
        "/api/declaration/item/share",
        { body: { id: info.id } },
      );
      setCode(data.code);
    } catch (error) {
      setProblem(errorText(error));
    }
  };
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => showToast("链接已复制"),
      () => showToast("没有复制成功，请长按链接复制", "error"),
    );
  return (
    <section className="declare-section" aria-labelledby="declare-share">
      <h3 id="declare-share">与他人共同填写</h3>
      <p className="declare-intro">
        把链接发给课题组成员，登录后可以一起填写；各人填写的内容会自动合并，提交由您办理。
        {info.writers.length > 0 ? `已加入：${info.writers.join("、")}。` : ""}
      </p>
      {address ? <p className="declare-address">{address}</p> : null}
      <p className="declare-ways">
        {address ? (
          <button type="button" className="btn btn-outline btn-small" onClick={() => void copy()}>
            复制链接
          </button>
        ) : null}
        <button type="button" className="btn btn-outline btn-small" onClick={() => void make()}>
          {address ? "换一个链接" : "生成邀请链接"}
        </button>
      </p>
      <ProblemLine text={problem} />
    </section>
  );
}

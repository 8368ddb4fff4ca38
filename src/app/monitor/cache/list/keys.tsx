import { DeleteOutlined } from "@ant-design/icons";
import type { UseQueryResult } from "@tanstack/react-query";
import { Input } from "antd";
import { useState } from "react";
import { CLEARABLE } from "#src/office/form/clearable.tsx";
import { Failure } from "#src/office/shell/card.tsx";

/** More than this nobody reads through: the search narrows it. */
const MOST_SHOWN = 200;

/** Of a store that is empty for a reason. */
const REASONS: Readonly<Record<string, string>> = {
  "repeat_submit:": "重复提交由浏览器拦下，服务器不为此保存任何内容。",
};

/** The keys of one name, with a search. `onClear` is missing where the person may not. */
export function KeyList({
  prefix,
  answer,
  chosen,
  onChoose,
  onClear,
}: {
  prefix: string | undefined;
  answer: UseQueryResult<string[]>;
  chosen: string | undefined;
  onChoose: (key: string) => void;
  onClear: ((key: string) => void) | undefined;
}) {
  const [wanted, setWanted] = useState("");
  if (prefix === undefined) return <p className="o-panel-empty">请先选择缓存名称。</p>;
  const { data, error, refetch } = answer;
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <p className="o-panel-empty">正在读取…</p>;
  if (data.length === 0) {
    return <p className="o-panel-empty">{REASONS[prefix] ?? "这里现在没有键。"}</p>;
  }
  const found = data.filter((key) => key.toLowerCase().includes(wanted.trim().toLowerCase()));
  return (
    <>
      <div className="ca-search">
        <Input
          allowClear={CLEARABLE}
          aria-label="在键名中查找"
          placeholder="在键名中查找"
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
        />
      </div>
      {found.length === 0 && <p className="o-panel-empty">没有包含「{wanted.trim()}」的键。</p>}
      <ul className="ca-list">
        {found.slice(0, MOST_SHOWN).map((key) => (
          <li key={key} data-on={key === chosen}>
            <button type="button" aria-pressed={key === chosen} onClick={() => onChoose(key)}>
              <span className="fi-sql">{key.slice(prefix.length)}</span>
            </button>
            {onClear && (
              <button
                type="button"
                className="ca-clear"
                aria-label={`清除「${key}」`}
                title="清除"
                onClick={() => onClear(key)}
              >
                <DeleteOutlined aria-hidden />
              </button>
            )}
          </li>
        ))}
      </ul>
      {found.length > MOST_SHOWN && (
        <p className="o-note ca-rest">
          另有 {found.length - MOST_SHOWN} 个未显示，请输入键名的一部分缩小范围。
        </p>
      )}
    </>
  );
}

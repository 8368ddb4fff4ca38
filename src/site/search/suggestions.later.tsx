import type { ReactElement } from "react";
import { shownDay } from "../../lib/text/undated.ts";
import { searchHref } from "../addresses/category-href.ts";
import type { RememberedArticle } from "../session/session-store.ts";

/** The words of `name`, with `text` marked where it stands. */
function Marked({ name, text }: { readonly name: string; readonly text: string }): ReactElement {
  const at = name.toLowerCase().indexOf(text.toLowerCase());
  if (!text || at < 0) return <>{name}</>;
  return (
    <>
      {name.slice(0, at)}
      <mark>{name.slice(at, at + text.length)}</mark>
      {name.slice(at + text.length)}
    </>
  );
}

interface SuggestionsProps {
  /** Begins the ids that the input names. */
  readonly id: string;
  readonly text: string;
  readonly rows: readonly RememberedArticle[];
  /** Index of the chosen one, or -1. */
  readonly active: number;
  readonly setActive: (index: number) => void;
  readonly choose: (article: RememberedArticle) => void;
  readonly close: () => void;
}

/** Articles for what is being typed, and the way to all results. */
export default function Suggestions(props: SuggestionsProps): ReactElement {
  const { id, text, rows, active, setActive, choose, close } = props;
  return (
    <>
      <p className="suggestions-head">文章建议</p>
      <div id={`${id}-list`} role="listbox" aria-label="文章建议">
        {rows.map((row, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox has the keys and the focus
          <div
            key={row.id}
            id={`${id}-${index}`}
            className="suggestion"
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onClick={() => choose(row)}
            onPointerMove={() => setActive(index)}
          >
            <span>
              <Marked name={row.articleName} text={text} />
            </span>
            <time>{shownDay(row.createTime)}</time>
          </div>
        ))}
      </div>
      <p className="suggestions-foot">
        <a href={searchHref(text)} tabIndex={-1} onClick={close}>
          查看全部结果
        </a>
        <span>↑↓ 选择　Enter 打开　Esc 关闭</span>
      </p>
    </>
  );
}

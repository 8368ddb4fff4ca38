import { type FormEvent, type KeyboardEvent, type ReactElement, useId, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { shownDay } from "../../lib/text/undated.ts";
import { articleHref } from "../addresses/category-href.ts";
import { CloseIcon, SearchIcon } from "../drawings/icons.tsx";
import { textOf, useTypedBefore } from "../form/use-typed-before.ts";
import { type RememberedArticle, rememberArticle } from "../session/session-store.ts";
import { useSuggestions } from "./use-suggestions.ts";

const searchHref = (text: string) => `/search?q=${encodeURIComponent(text)}`;

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

/** The search page's query, as the first content of the box. */
function useShownQuery(): string {
  const { pathname, search } = useLocation();
  return pathname === "/search" ? (new URLSearchParams(search).get("q") ?? "") : "";
}

/**
 * 全站搜索: a plain form to /search, and with JavaScript a combobox that suggests articles (arrow keys
 * choose, Enter opens, Esc closes).
 */
export function SearchBox(): ReactElement {
  const shown = useShownQuery();
  return <Box key={shown} shown={shown} />;
}

function Box({ shown }: { readonly shown: string }): ReactElement {
  const id = useId();
  const navigate = useNavigate();
  const [value, setValue] = useState(shown);
  const [typed, setTyped] = useState("");
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const { text, rows } = useSuggestions(typed);
  const isShown = isOpen && rows.length > 0;
  const input = useTypedBefore(shown, textOf, setValue);

  const close = () => {
    setIsOpen(false);
    setActive(-1);
  };
  // Letters of an input method are no words yet: nothing is asked before they are.
  const change = (next: string, isComposing: boolean) => {
    setValue(next);
    if (isComposing) return;
    setTyped(next);
    setIsOpen(true);
    setActive(-1);
  };
  const choose = (article: RememberedArticle) => {
    rememberArticle(article);
    close();
    setTyped("");
    void navigate(articleHref(article.id));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const words = value.trim();
    if (!words) return;
    close();
    void navigate(searchHref(words));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const chosen = rows[active];
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (rows.length === 0) return;
      event.preventDefault();
      setIsOpen(true);
      const step = event.key === "ArrowDown" ? 1 : -1;
      // -1 is the text itself, between the last and the first.
      setActive(((active + 1 + step + rows.length + 1) % (rows.length + 1)) - 1);
    } else if (event.key === "Enter" && isShown && chosen) {
      event.preventDefault();
      choose(chosen);
    } else if (event.key === "Escape" && isShown) {
      event.preventDefault();
      close();
    }
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is too new for old phones
    <form className="search-box" action="/search" role="search" onSubmit={submit}>
      <input
        ref={input}
        type="search"
        name="q"
        className="search-input"
        placeholder="全站搜索"
        aria-label="全站搜索"
        autoComplete="off"
        enterKeyHint="search"
        maxLength={200}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={`${id}-list`}
        aria-activedescendant={isShown && active >= 0 ? `${id}-${active}` : undefined}
        value={value}
        onChange={(event) =>
          change(event.target.value, (event.nativeEvent as InputEvent).isComposing)
        }
        onCompositionEnd={(event) => change(event.currentTarget.value, false)}
        onFocus={() => setIsOpen(true)}
        onBlur={close}
        onKeyDown={onKeyDown}
      />
      {value ? (
        <button
          type="button"
          className="search-clear needs-js"
          aria-label="清空搜索词"
          onClick={(event) => {
            change("", false);
            event.currentTarget.form?.querySelector("input")?.focus();
          }}
        >
          <CloseIcon size={16} />
        </button>
      ) : null}
      <button type="submit" className="search-submit" aria-label="搜索">
        <SearchIcon size={20} />
        <span className="elder-only">搜索</span>
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keeps the focus in the box while the pointer chooses */}
      <div
        className="suggestions"
        hidden={!isShown}
        onMouseDown={(event) => event.preventDefault()}
      >
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
      </div>
    </form>
  );
}

import {
  type FormEvent,
  type KeyboardEvent,
  type ReactElement,
  Suspense,
  useId,
  useState,
} from "react";
import { useLocation, useNavigate } from "react-router";
import { articleHref, searchHref } from "../addresses/category-href.ts";
import { CloseIcon, SearchIcon } from "../drawings/icons.tsx";
import { textOf, useTypedBefore } from "../form/use-typed-before.ts";
import { type RememberedArticle, rememberArticle } from "../session/session-store.ts";
import Suggestions from "./suggestions.later.tsx";
import { useSuggestions } from "./use-suggestions.ts";

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
        {/* What is in it comes with the first of them. */}
        {rows.length > 0 ? (
          <Suspense>
            <Suggestions {...{ id, text, rows, active, setActive, choose, close }} />
          </Suspense>
        ) : null}
      </div>
    </form>
  );
}

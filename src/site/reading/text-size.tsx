import { type ReactElement, useContext, useSyncExternalStore } from "react";
import { NonceContext } from "../shell/nonce.ts";

const KEY = "articleSize";

/** Sizes of the article's text in px, with the letter's own size on its button. */
const SIZES = [
  { px: 16, label: "小", letter: 14 },
  { px: 18, label: "中", letter: 16 },
  { px: 22, label: "大", letter: 20 },
] as const;
const DEFAULT = 18;

/** Before the first paint, so that the text does not jump; it stays for later pages of the visit. */
const SCRIPT = `try{var s=localStorage.getItem("${KEY}");if(s)document.documentElement.dataset.articleSize=s}catch(_){}`;

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const current = () => Number(document.documentElement.dataset.articleSize) || DEFAULT;

function choose(px: number): void {
  document.documentElement.dataset.articleSize = String(px);
  try {
    localStorage.setItem(KEY, String(px));
  } catch {
    // Storage is forbidden: the choice lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

/** Once on a page, before the text. */
export function TextSizeScript(): ReactElement {
  const nonce = useContext(NonceContext);
  return <script nonce={nonce} dangerouslySetInnerHTML={{ __html: SCRIPT }} />;
}

/** The font-size control 小/中/大 (16/18/22 px), remembered in this browser. */
export function TextSize(): ReactElement {
  const size = useSyncExternalStore(subscribe, current, () => DEFAULT);
  return (
    <fieldset className="text-size needs-js">
      <legend className="sr-only">正文字号</legend>
      <span aria-hidden="true">字号</span>
      {SIZES.map(({ px, label, letter }) => (
        <button
          key={px}
          type="button"
          aria-pressed={size === px}
          aria-label={`${label}号字`}
          style={{ fontSize: letter }}
          onClick={() => choose(px)}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}

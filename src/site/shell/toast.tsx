import { type ReactElement, useSyncExternalStore } from "react";
import { CheckIcon, CloseIcon, WarningIcon } from "../drawings/icons.tsx";
import { errorText } from "../session/http.ts";

/** specification 9. */
const TOAST_MS = 5_000;

/** `link`: the next step. */
type Toast = {
  id: number;
  kind: "done" | "error";
  text: string;
  link?: { label: string; href: string } | undefined;
};

const NONE: readonly Toast[] = [];
let toasts: readonly Toast[] = NONE;
let made = 0;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

const close = (id: number) => change(toasts.filter((toast) => toast.id !== id));

/** Shows a text for 5 s. The same text twice is shown once, from the start. Browser only. */
export function showToast(text: string, kind: Toast["kind"] = "done", link?: Toast["link"]): void {
  const id = ++made;
  change([...toasts.filter((toast) => toast.text !== text), { id, kind, text, link }]);
  setTimeout(() => close(id), TOAST_MS);
}

/** Shows why a call failed. */
export const showError = (error: unknown): void => showToast(errorText(error), "error");

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The place where toasts appear; once per layout. */
export function Toasts(): ReactElement {
  const shown = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => NONE,
  );
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shown.map((toast) => (
        <div key={toast.id} className="toast" data-kind={toast.kind}>
          {toast.kind === "error" ? <WarningIcon size={20} /> : <CheckIcon size={20} />}
          <p>
            {toast.text}
            {toast.link ? (
              <a href={toast.link.href} onClick={() => close(toast.id)}>
                {toast.link.label}
              </a>
            ) : null}
          </p>
          <button type="button" aria-label="关闭提示" onClick={() => close(toast.id)}>
            <CloseIcon size={16} />
          </button>
        </div>
      ))}
    </div>
  );
}

import { type ReactNode, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";

/** Whether a modal dialog is up, ours or Ant Design's: it then owns the keyboard. */
export const isLayerOpen = (): boolean =>
  [...document.querySelectorAll("dialog[open], [aria-modal=true]")].some((each) =>
    each.checkVisibility(),
  );

/**
 * A native modal dialog: above everything, the rest inert, focus returns where it was. Esc and a
 * click beside it call `onClose`; without one they do nothing.
 */
export function Layer({
  label,
  className,
  onClose,
  children,
}: {
  label: string;
  className: string;
  onClose?: (() => void) | undefined;
  children: ReactNode;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    dialog.showModal();
    // The dialog takes its first field, which is not always the one to begin with.
    dialog.querySelector<HTMLElement>("[data-first]")?.focus();
    // Browsers that do not know closedby close on a second Esc, against the page's wish.
    const stay = () => {
      if (dialog.isConnected && !isGoing) dialog.showModal();
    };
    let isGoing = false;
    dialog.addEventListener("close", stay);
    return () => {
      isGoing = true;
      dialog.removeEventListener("close", stay);
      dialog.close();
    };
  }, []);
  return createPortal(
    <dialog
      ref={ref}
      aria-label={label}
      className={className}
      // A dialog that has closed is shown again a moment later: what lies behind could be reached by then.
      {...(onClose ? {} : { closedby: "none" })}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      onKeyDown={(event) => {
        // Ant Design's drawer below listens on the window, and would close as well.
        if (event.key === "Escape") event.stopPropagation();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose?.();
      }}
    >
      {children}
    </dialog>,
    // A drawer of Ant Design stands beside the shell, where the shell's styles do not reach.
    document.querySelector(".o-app") ?? document.body,
  );
}

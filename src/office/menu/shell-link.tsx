import type { AnchorHTMLAttributes, MouseEvent } from "react";
import { openPath } from "../tabs/workspace.ts";

type Props = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> & { to: string };

/** A link to a page of the office: opens its tab; with Ctrl or the middle button a browser tab. */
export function ShellLink({ to, onClick, ...rest }: Props) {
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    if (!isPlain || event.button !== 0 || event.defaultPrevented) return;
    event.preventDefault();
    openPath(to);
  };
  return <a href={to} onClick={open} {...rest} />;
}

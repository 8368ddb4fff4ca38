import { isSitePath } from "../../lib/address/site-address.ts";
import "./desk-parts.css";

/** An address in a list; one that leads to a page opens it. */
export function AddressText({ href }: { href: string }) {
  if (!href) return <>—</>;
  const isOpen = isSitePath(href) || /^https?:\/\//i.test(href);
  return isOpen ? (
    <a className="dp-address" href={href} target="_blank" rel="noopener noreferrer">
      {href}
    </a>
  ) : (
    <span className="dp-address">{href}</span>
  );
}

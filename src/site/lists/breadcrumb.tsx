import type { ReactElement } from "react";

interface BreadcrumbProps {
  /** From the home page on; the last one is the page itself and needs no href. */
  readonly items: readonly { readonly label: string; readonly href?: string }[];
}

export function Breadcrumb({ items }: BreadcrumbProps): ReactElement {
  return (
    <nav aria-label="当前位置" className="breadcrumb">
      <ol>
        {items.map((item, index) => (
          <li key={item.label}>
            {item.href ? (
              <a href={item.href}>{item.label}</a>
            ) : (
              <span aria-current={index === items.length - 1 ? "page" : undefined}>
                {item.label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

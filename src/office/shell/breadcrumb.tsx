/** Where the page stands: titles from the top, the page's own last. */
export function Breadcrumb({ crumbs }: { crumbs: string[] }) {
  return (
    <nav className="o-crumbs" aria-label="面包屑">
      <ol>
        {crumbs.map((title, index) => (
          <li
            key={crumbs.slice(0, index + 1).join("/")}
            aria-current={index === crumbs.length - 1 ? "page" : undefined}
          >
            {title}
          </li>
        ))}
      </ol>
    </nav>
  );
}

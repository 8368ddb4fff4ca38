/** The shell before it is there: side bar, bar and tags in their places, so that nothing jumps. */
export function ShellSkeleton() {
  return (
    <div className="o-shell o-skeleton-shell" data-side="theme-dark">
      <div className="o-side">
        <div className="o-brand" />
      </div>
      <div className="o-main">
        <div className="o-head">
          <div className="o-bar" />
          <div className="o-tags" />
        </div>
        <p className="o-hidden" role="status">
          正在载入后台…
        </p>
        <noscript>
          <p className="o-noscript">后台需要启用 JavaScript。</p>
        </noscript>
      </div>
    </div>
  );
}

/** A page before it is there: nothing for 200 ms, then grey lines. */
export function PageSkeleton() {
  return (
    <div className="o-page-skeleton" role="status">
      <span className="o-hidden">正在载入…</span>
      <i />
      <i />
      <i />
    </div>
  );
}

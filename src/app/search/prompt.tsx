/** Shown before the first search. */
export function SearchPrompt() {
  return (
    <section className="search-prompt">
      <h1>全站搜索</h1>
      <p>输入词语，在全部文章的标题与正文中查找。多个词用空格隔开，简体、繁体均可。</p>
      {/* biome-ignore lint/a11y/useSemanticElements: <search> is too new for old phones */}
      <form action="/search" role="search" aria-label="输入搜索词">
        <label htmlFor="search-words" className="sr-only">
          搜索词
        </label>
        <input
          id="search-words"
          className="input"
          type="search"
          name="q"
          required
          autoComplete="off"
          enterKeyHint="search"
        />
        <button type="submit" className="btn btn-primary">
          搜索
        </button>
      </form>
    </section>
  );
}

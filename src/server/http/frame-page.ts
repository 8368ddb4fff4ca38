/**
 * What a frame says that other clients open where our own shell has a page (wire 0, "API
 * pages"): frames carry no token, so there is nothing to show but the way. `href`: the page of ours.
 */
export const framePage = (title: string, href: string): string =>
  `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><title>${title}</title></head><body><h1>${title}</h1><p>此处不显示内容。请从本系统登录页登录管理后台，在<a href="${encodeURI(href)}" target="_blank" rel="noopener">“${title}”页面</a>查看。</p></body></html>`;

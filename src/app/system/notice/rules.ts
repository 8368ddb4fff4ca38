/** wire 4.4. Why a notice's title is refused; the form and the server say the same. */
export function titleProblem(title: string): string | undefined {
  const text = title.trim();
  if (text === "") return "公告标题不能为空";
  if ([...text].length > MAX_TITLE) return `公告标题不能超过${MAX_TITLE}个字符`;
  // A tag, or the beginning of one to a browser.
  return /<[^>]*>|<[a-z!/?]/i.test(text) ? "公告标题不能包含脚本字符" : undefined;
}

export const MAX_TITLE = 50;
export const MAX_REMARK = 255;

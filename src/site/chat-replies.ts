/** What the education little assistant answers by itself, as staff wrote it (app/chat). */
export type ChatReply = {
  id: number;
  question: string;
  /** Any of them in a question leads to this reply. */
  keywords: string[];
  answer: string;
  /** Where more of it stands, or empty. */
  linkUrl: string;
};

/** `href`: where more is found, with its words; both empty where there is nothing. */
export type ChatAnswer = { text: string; href: string; label: string };

const UNKNOWN =
  "这个问题我答不上来。您可以换个说法，用全站搜索找一找，或者转人工电话，由老师回答。";

export const GREETING =
  "您好！我是教育小助手，只会回答一些常见问题。下面的问题可以直接点，也可以自己写。";

/** The list could not be read: the way to a person stays. */
export const OFFLINE = "常见问题暂时读不到，请稍后再试，或者用全站搜索、打服务电话。";

const SEARCH = "/search?q=";
const searchHref = (words: string) => SEARCH + encodeURIComponent(words);

function labelOf(href: string): string {
  if (!href.startsWith(SEARCH)) return href ? "查看相关内容" : "";
  return `搜索“${new URLSearchParams(href.slice(href.indexOf("?"))).get("q") ?? ""}”`;
}

/** Letters, case and width aside: `ＱＱ` asks for what `qq` asks for. */
const plain = (text: string) => text.normalize("NFKC").toLowerCase();

/**
 * Chosen in the browser, nothing that is typed leaves the page: the question itself, else the reply
 * with most of its keywords in it, the first of several.
 */
export function replyTo(replies: readonly ChatReply[], question: string): ChatAnswer {
  const asked = plain(question.trim());
  let best: ChatReply | undefined;
  let most = 0;
  for (const reply of replies) {
    const isSame = plain(reply.question) === asked;
    const hits = reply.keywords.filter((word) => asked.includes(plain(word))).length;
    const weight = isSame ? Number.POSITIVE_INFINITY : hits;
    if (weight > most) {
      best = reply;
      most = weight;
    }
  }
  if (best) return { text: best.answer, href: best.linkUrl, label: labelOf(best.linkUrl) };
  const href = searchHref(question.trim().slice(0, 30));
  return { text: UNKNOWN, href, label: labelOf(href) };
}

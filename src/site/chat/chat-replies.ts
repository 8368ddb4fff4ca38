/** The local answers of the chat assistant, as staff wrote them (app/chat). */
export type ChatReply = {
  id: number;
  question: string;
  /** Any of them in a question leads to this reply. */
  keywords: string[];
  answer: string;
  /** Where more of it stands, or empty. */
  linkUrl: string;
};

/**
 * `href`: where more is found, with its words; both empty where there is nothing. `isCrisis`: the
 * numbers that help at once stand below.
 */
export type ChatAnswer = { text: string; href: string; label: string; isCrisis?: true };

/**
 * Words of people in danger, as the setting site.crisisWords has them at first; they hold as well
 * while the list of the setting is not there.
 */
export const CRISIS_WORDS = [
  ..."不想活 活不下去 活着没意思 活着没意义 想死 去死 寻死 自杀 自殺 自残 自殘 自伤 轻生 輕生".split(
    " ",
  ),
  ..."跳楼 跳樓 割腕 上吊 服毒 遗书 遺書 结束生命 結束生命 家暴 虐待 性侵 猥亵 强奸 拐卖 被打".split(
    " ",
  ),
];

const CRISIS =
  "您说的事很要紧，请先保证安全，马上找身边信得过的人，或者直接拨打下面的电话，都有人接听。您不是一个人。";

/** Numbers that help at once, day and night; the society's own stands below them. */
export const CRISIS_PHONES = [
  { number: "110", label: "遇到危险，报警" },
  { number: "120", label: "有人受伤，急救" },
  { number: "12356", label: "心理援助热线" },
] as const;

/** Letters and characters alone: `不 想 活 了` and `不·想·活` count as the words in them. */
const letters = (text: string) => plain(text).replace(/[^\p{L}\p{N}]+/gu, "");

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

/** The answer to somebody in danger; undefined where nothing says that somebody is. */
export function crisisAnswer(words: readonly string[], question: string): ChatAnswer | undefined {
  const asked = letters(question);
  const isCrisis = words.map(letters).some((word) => word !== "" && asked.includes(word));
  return isCrisis ? { text: CRISIS, href: "", label: "", isCrisis: true } : undefined;
}

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

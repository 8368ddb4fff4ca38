import { isBlank } from "../text/blank.ts";
import { identityIn } from "./identity.ts";

/** Characters, as product 4.9 has them. */
export const ADVICE_MAX = { name: 20, content: 500, answer: 2_000 } as const;
const ADVICE_MIN = 10;

/** The dictionary of topics. */
export const TOPICS = "advice_topic";

export const AGREE_ADVICE = "请先阅读并同意《隐私政策》";

/** Code points, as the page counts them and the database does. */
export const lengthOf = (text: string): number => Array.from(text).length;

/** Without blanks around it, line ends as one character. */
export const tidied = (text: string): string => text.replace(/\r\n?/g, "\n").trim();

type Typed = { name: string; topic: string; content: string };

/** What is wrong with what somebody asks, by field; the browser and the server say the same. */
export function checkAdvice({ name, topic, content }: Typed) {
  return {
    name: checkName(name),
    topic: topic ? undefined : "请选择咨询主题",
    content: checkContent(content),
  };
}

function checkName(text: string): string | undefined {
  if (isBlank(text)) return "请填写怎样称呼您，如李女士";
  if (lengthOf(text.trim()) > ADVICE_MAX.name) return `称呼最多 ${ADVICE_MAX.name} 个字`;
  if (/[\n\p{Cc}]/u.test(text.trim())) return "称呼只能是一行文字";
  return /\d{5,}/.test(text.normalize("NFKC")) ? "称呼里请不要写号码" : undefined;
}

function checkContent(text: string): string | undefined {
  const length = lengthOf(tidied(text));
  if (isBlank(text)) return "请写下您想咨询的问题";
  if (length < ADVICE_MIN) return `请再说具体一点，至少 ${ADVICE_MIN} 个字`;
  if (length > ADVICE_MAX.content) return `最多 ${ADVICE_MAX.content} 个字，现在是 ${length} 个字`;
  const found = identityIn(text);
  return found && `请删去${found.what}“${found.text}”：咨询不需要孩子的身份信息，写年龄段就可以`;
}

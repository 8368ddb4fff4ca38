import type { Db } from "../../db/client.ts";
import { TOPICS } from "../../lib/advice/form.ts";
import { addWorkingDays } from "../../lib/membership/due.ts";
import { formatDay } from "../../lib/text/dates.ts";
import { nextNumber } from "../member/service.server.ts";
import { dictData } from "../system/dict/data/table.server.ts";
import { dictType } from "../system/dict/type/table.server.ts";
import { advice } from "./table.server.ts";

export const order = 52;

const TOPIC_NAMES = [
  "亲子沟通",
  "作业与学习",
  "手机与网络",
  "情绪与行为",
  "青春期",
  "入园与入学",
  "隔代养育",
  "多子女家庭",
  "其他",
];

/** Only where the dictionary is not there: a topic that staff removed stays removed. */
export async function base(db: Db): Promise<void> {
  const made = await db
    .insert(dictType)
    .values({ dictType: TOPICS, dictName: "咨询主题", createBy: "system" })
    .onConflictDoNothing()
    .returning({ id: dictType.dictId });
  if (made.length === 0) return;
  await db.insert(dictData).values(
    TOPIC_NAMES.map((dictLabel, index) => ({
      dictType: TOPICS,
      dictValue: String(index + 1),
      dictLabel,
      dictSort: index + 1,
      createBy: "system",
    })),
  );
}

type Example = readonly [
  name: string,
  topic: string,
  daysAgo: number,
  content: string,
  answer?: string,
  isUrgent?: true,
];

/** Fictional, like all persons of the demo. */
const EXAMPLES: readonly Example[] = [
  [
    "周女士",
    "2",
    0.1,
    "孩子上小学三年级，每天写作业要到十点多，一催就哭，不催就一直玩橡皮。我和他爸爸轮流陪，两个人都快没有耐心了，不知道该管到什么程度。",
  ],
  [
    "一位爸爸",
    "5",
    0.4,
    "女儿十四岁，最近说活着没意思，晚上一个人哭，问什么都不说。我常年在外地上班，只能打电话，不知道怎么帮她。",
    undefined,
    true,
  ],
  [
    "陈先生",
    "3",
    1.2,
    "儿子五年级，周末能玩一整天手机，收走就摔门。我们约定过时间，坚持不到三天就乱了。怎样约定才能真正做得到？",
  ],
  [
    "林奶奶",
    "7",
    2.5,
    "我带孙女，她妈妈说我总是追着喂饭，两个人为这个吵过好几次。孩子四岁，我怕她吃不饱，又怕媳妇不高兴。",
  ],
  [
    "何女士",
    "8",
    6,
    "家里有两个孩子，老大七岁，老二两岁。老大最近总说我们偏心，还偷偷推弟弟，批评以后更厉害了。",
    "老大说“偏心”，多半是在说“我想你陪我”。可以先试两周：每天给老大十五分钟单独的时间，由他定做什么，老二不参加；推弟弟的时候，先把两个孩子分开，说清楚“不能推人”，不追问“为什么总欺负弟弟”，等他平静下来再听他说。两周以后如果没有变化，欢迎再来信，或在热线时间打电话。",
  ],
  [
    "吴先生",
    "6",
    9,
    "孩子九月要上幼儿园，现在一离开妈妈就哭，很担心到时候适应不了，需要提前做些什么？",
    "先把“离开”练成一件平常的小事：从五分钟开始，告诉他您去做什么、什么时候回来，按时回来。再按幼儿园的作息调整吃饭和午睡的时间，带他到园门口看看。入园头几周哭是正常的，送到门口后好好说再见，不要偷偷离开。",
  ],
  [
    "孙女士",
    "4",
    24,
    "孩子八岁，输了游戏就发脾气、撕纸牌。同学都不愿意和他玩了，我们讲道理他听不进去。",
    "发脾气的时候讲道理，孩子是听不见的。先陪他平静下来，事后再说：刚才是什么让你这样难受。平时多玩只靠运气的小游戏，大人输了，也说出自己的感受和怎样缓过来，让孩子看见输了可以怎么办。",
  ],
  [
    "李女士",
    "1",
    31,
    "孩子上初中以后不愿意和我说话，放学回家就关门。我敲门进去，他说没有隐私。",
    "关门在这个年龄常常是需要自己的空间，不一定是不想理您。可以先约定：进门前敲门、等他答应；把每天的问话换成一件一起做的小事，例如一起吃宵夜、走一段路，话会自己出来。如果连续两周不吃不睡、不去上学，请尽快带他去医院看看。",
  ],
];

const DAY_MS = 86_400_000;

export async function demo(db: Db): Promise<void> {
  const now = Date.now();
  for (const [name, topic, daysAgo, content, answer, isUrgent = false] of EXAMPLES.toReversed()) {
    const at = new Date(now - daysAgo * DAY_MS);
    const month = formatDay(at).slice(0, 7).replace("-", "");
    const number = await nextNumber(db, "advice", Number(month));
    const answeredAt = answer ? new Date(at.getTime() + DAY_MS) : null;
    const isOver = daysAgo > 20;
    await db.insert(advice).values({
      adviceNo: `Z${month}${String(number).padStart(4, "0")}`,
      phone: `138000021${String(number).padStart(2, "0").slice(-2)}`,
      name,
      topic,
      content,
      isUrgent,
      state: isOver ? "closed" : answer ? "answered" : "new",
      dueAt: isUrgent ? new Date(at.getTime() + 3_600_000) : addWorkingDays(at, 3),
      handlerId: answer ? 1 : null,
      answer: answer ?? "",
      answeredAt,
      closedAt: isOver ? new Date(at.getTime() + 16 * DAY_MS) : null,
      consentVersion: "2025-01-01",
      createBy: "guest",
      createTime: at,
    });
  }
}

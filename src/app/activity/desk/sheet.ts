import { ACTIVITY_CODES, ACTIVITY_LIFE, activityStateOf } from "#src/lib/activity/activity-life.ts";
import { MODES, TYPES } from "#src/lib/activity/words.ts";

/** What people call each state, by its code. */
export const STATE_NAMES: Readonly<Record<number, string>> = Object.fromEntries(
  Object.values(ACTIVITY_CODES).map((code) => [
    code,
    ACTIVITY_LIFE.states[activityStateOf(code)].name,
  ]),
);

/** The list as a file. */
export const SHEET = {
  name: "活动",
  columns: [
    ["活动名称", "title"],
    ["类型", "type", TYPES],
    ["方式", "mode", MODES],
    ["状态", "state", STATE_NAMES],
    ["地点", "place"],
    ["开始时间", "startAt"],
    ["结束时间", "endAt"],
    ["报名截止", "signEndAt"],
    ["名额", "capacity"],
    ["已占名额", "taken"],
    ["候补", "waiting"],
  ],
} as const;

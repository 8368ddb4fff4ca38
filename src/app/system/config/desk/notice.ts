import { isBlank } from "#src/lib/text/blank.ts";
import { parseDateTime } from "#src/lib/text/dates.ts";

/** The setting site.notice as its form has it (product 4.10); times are days or moments. */
export type NoticeFields = {
  enabled: "off" | "window" | "force";
  mode: "box" | "full";
  start: string;
  end: string;
  title: string;
  text: string;
};

export const NOTICE_KEY = "site.notice";

const EMPTY: NoticeFields = {
  enabled: "off",
  mode: "box",
  start: "",
  end: "",
  title: "",
  text: "",
};

/** The kept value, in the fields of the form; a field that cannot be read is empty. */
export function readNotice(value: string): NoticeFields {
  try {
    const kept: unknown = JSON.parse(value);
    if (typeof kept !== "object" || kept === null) return EMPTY;
    const given = kept as Record<string, unknown>;
    const textOf = (name: keyof NoticeFields) => String(given[name] ?? "");
    const enabled = textOf("enabled");
    return {
      enabled: enabled === "window" || enabled === "force" ? enabled : "off",
      mode: textOf("mode") === "full" ? "full" : "box",
      start: textOf("start"),
      end: textOf("end"),
      title: textOf("title"),
      text: textOf("text"),
    };
  } catch {
    return EMPTY;
  }
}

/** Texts of the faults, by `site.notice.<field>`. */
export function noticeProblems(fields: NoticeFields): Record<string, string> {
  const { enabled, start, end, title, text } = fields;
  const isOn = enabled !== "off";
  const from = start ? parseDateTime(start) : undefined;
  const to = end ? parseDateTime(end) : undefined;
  const isDated = isOn || start !== "" || end !== "";
  const problems: Partial<Record<keyof NoticeFields, string | undefined>> = {
    title:
      isOn && isBlank(title)
        ? "公告标题不能为空"
        : [...title].length > 30
          ? "公告标题长度不能超过30个字符"
          : undefined,
    text:
      isOn && isBlank(text)
        ? "公告内容不能为空"
        : [...text].length > 200
          ? "公告内容长度不能超过200个字符"
          : undefined,
    start: isDated && !from ? "请选择开始时间" : undefined,
    end:
      isDated && !to
        ? "请选择结束时间"
        : from && to && to < from
          ? "结束时间不能早于开始时间"
          : undefined,
  };
  return Object.fromEntries(
    Object.entries(problems).flatMap(([name, problem]) =>
      problem ? [[`${NOTICE_KEY}.${name}`, problem] as const] : [],
    ),
  );
}

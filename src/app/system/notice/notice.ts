/** A row of GET /system/notice/list. */
export type NoticeRow = {
  noticeId: number;
  noticeTitle: string;
  noticeType: string;
  noticeContent: string;
  status: string;
  remark: string;
  createBy: string;
  createTime: string;
  updateBy: string;
  updateTime: string | null;
};

/** The fields that a person writes. */
export type NoticeValues = Pick<
  NoticeRow,
  "noticeTitle" | "noticeType" | "noticeContent" | "status" | "remark"
>;

export const NEW_NOTICE: NoticeValues = {
  noticeTitle: "",
  noticeType: "1",
  noticeContent: "",
  status: "0",
  remark: "",
};

/** Names of the fields, for the line of unsaved changes. */
export const FIELD_LABELS: Readonly<Record<keyof NoticeValues, string>> = {
  noticeTitle: "标题",
  noticeContent: "正文",
  noticeType: "类型",
  status: "状态",
  remark: "备注",
};

/** Fields whose values differ, in the order of the form. */
export const changedFields = (before: NoticeValues, now: NoticeValues): (keyof NoticeValues)[] =>
  (Object.keys(FIELD_LABELS) as (keyof NoticeValues)[]).filter(
    (name) => (before[name] ?? "") !== (now[name] ?? ""),
  );

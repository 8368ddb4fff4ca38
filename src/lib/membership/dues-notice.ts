/** Bounds of the text that staff write for a notice of dues, in characters. */
export const NOTICE_TEXT = { least: 10, most: 500 } as const;

/** What a notice of dues begins with; it is edited before it goes out. */
export const DUES_TEXT =
  "感谢您一直以来对学会工作的支持。新一年度的会费已开始收缴，请您按下列金额缴纳会费，以便继续享受会员服务。如已缴费，请忽略本通知。";

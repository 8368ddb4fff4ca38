import { Type } from "typebox";
import { Nullable } from "#src/lib/wire.ts";

/** As it is asked for; a number past these no row can have, and PostgreSQL would not take it. */
export const Id = Type.Integer({
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  title: "公告编号",
});

/** A notice without its text, as every list has it. */
export const NOTICE_ROW = {
  noticeId: Type.Integer(),
  noticeTitle: Type.String(),
  /** 1 notice, 2 announcement. */
  noticeType: Type.String(),
  /** 0 shown, 1 closed. */
  status: Type.String(),
  createBy: Type.String(),
  createTime: Type.String(),
};

/** A notice with all that its editors see. */
export const NOTICE_FULL = {
  ...NOTICE_ROW,
  noticeContent: Type.String(),
  remark: Type.String(),
  updateBy: Type.String(),
  updateTime: Nullable(Type.String()),
};

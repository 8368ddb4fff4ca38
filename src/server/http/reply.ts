import { type TObject, type TProperties, type TSchema, Type } from "typebox";

/** `{code:200,msg,...}`: the AjaxResult of wire 1.3. */
export function ok<T extends Record<string, unknown>>(extra?: T, msg = "操作成功") {
  return { code: 200, msg, ...(extra ?? ({} as T)) };
}

/** `{total,rows,code:200,msg:"查询成功"}`: the TableDataInfo of wire 1.3. */
export function table<T>(rows: T[], total: number) {
  return { total, rows, code: 200, msg: "查询成功" };
}

const ENVELOPE = {
  code: Type.Integer({ title: "200 为成功，其他为拒绝" }),
  msg: Type.String({ title: "给人看的说明" }),
};

type Ok<P extends TProperties> = { 200: TObject<typeof ENVELOPE & P> };

/** Response schema of an AjaxResult with these extra top-level keys: what the handler must answer. */
export function okSchema(): Ok<Record<never, never>>;
export function okSchema<P extends TProperties>(extra: P): Ok<P>;
export function okSchema(extra: TProperties = {}): { 200: TObject } {
  return { 200: Type.Object({ ...ENVELOPE, ...extra }) };
}

/** Response schema of a TableDataInfo. */
export function tableSchema<R extends TSchema>(row: R) {
  return okSchema({ total: Type.Integer(), rows: Type.Array(row) });
}

/** A TableDataInfo whose `total` may be a bound: `isMore`, there are more rows than that. */
export const largeTable = <T>(rows: T[], total: number, isMore: boolean) => ({
  ...table(rows, total),
  isMore,
});

export const largeTableSchema = <R extends TSchema>(row: R) =>
  okSchema({
    total: Type.Integer(),
    isMore: Type.Boolean({ title: "还有更多，未全部计数" }),
    rows: Type.Array(row),
  });

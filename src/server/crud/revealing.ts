import { Type } from "typebox";
import type { Permission } from "../../lib/menu/permission.ts";
import { isBlank } from "../../lib/text/blank.ts";
import { isReason, REASON } from "../../lib/text/reason.ts";
import { type Account, accountOf } from "../http/access.ts";
import { AppError, NOT_FOUND, refuseFields } from "../http/errors.ts";
import { ok, okSchema } from "../http/reply.ts";
import type { App } from "../start/context.ts";

type Revealing<F extends string> = {
  /** Below /prod-api: `/system/sign` gives `POST /prod-api/system/sign/reveal`. */
  path: string;
  access: Permission;
  /** Title of the rows of the operation log: `入会申请`. */
  log: string;
  /** What can be looked at, with what people call it. */
  fields: Readonly<Record<F, string>>;
  /**
   * The whole value, empty where there is none; undefined where there is no such row.
   * @throws AppError where the row is out of the account's reach.
   */
  read(account: Account, id: number, field: F): Promise<string | undefined>;
};

const REASON_WRONG = `请填写查看原因，${REASON.least}-${REASON.most}个字`;

const isField = <F extends string>(fields: Readonly<Record<F, string>>, name: string): name is F =>
  Object.hasOwn(fields, name);

/**
 * A look at one masked value of one row (product 7.1): body `id`, `field`, `reason` of 5-200 characters. It leaves a
 * row of the operation log with who, what and why; the value is in none.
 */
export function revealing<F extends string>(
  app: App,
  { path, access, log, fields, read }: Revealing<F>,
): void {
  const names = Object.values<string>(fields).join("、");
  app.post(
    `/prod-api${path}/reveal`,
    {
      config: { access, log: [log, 0] },
      schema: {
        summary: `查看一项完整内容：${names}`,
        body: Type.Object({
          id: Type.Integer({ title: "编号" }),
          field: Type.String({ title: "内容" }),
          reason: Type.String({ default: "", title: "查看原因", message: REASON_WRONG }),
        }),
        response: okSchema({ data: Type.Object({ revealed: Type.String() }) }),
      },
    },
    async (request) => {
      const { id, field } = request.body;
      const reason = request.body.reason.trim();
      const isGood = isReason(reason) && !isBlank(reason);
      refuseFields({
        field: isField(fields, field) ? undefined : `可以查看的内容是${names}`,
        reason: isGood ? undefined : REASON_WRONG,
      });
      if (!isField(fields, field)) throw new AppError(NOT_FOUND, { code: 404 });
      const revealed = await read(accountOf(request), id, field);
      if (revealed === undefined) throw new AppError(NOT_FOUND, { code: 404 });
      return ok({ data: { revealed } });
    },
  );
}

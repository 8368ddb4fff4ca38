import { and, eq, type SQL } from "drizzle-orm";
import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import { phoneOf } from "#src/app/system/user/service.server.ts";
import { addressGroup } from "../../lib/address/address.ts";
import { AGREE_ADVICE, checkAdvice, TOPICS } from "../../lib/advice/form.ts";
import { checkPhone, checkSmsCode, normalisePhone } from "../../lib/people/phone.ts";
import { RowId } from "../../lib/wire.ts";
import { apart } from "../../server/calls/request-transaction.ts";
import { accountOf } from "../../server/http/access.ts";
import { AppError, refuseFields } from "../../server/http/errors.ts";
import { ok, okSchema } from "../../server/http/reply.ts";
import type { App, Context, Slice } from "../../server/start/context.ts";
import { crisisAnswer } from "../../site/chat/chat-replies.ts";
import { crisisWordsOf } from "../chat/service.server.ts";
import { takeAttempt } from "../login/guard/service.server.ts";
import { CODE_WRONG, spendCode } from "../login/service.server.ts";
import { dictionary } from "../system/dict/data/service.server.ts";
import { ask } from "./acts/ask.server.ts";
import { takeAdviceStep } from "./acts/steps.server.ts";
import { adviceDesk } from "./desk.server.ts";
import { ownAdvice } from "./list.server.ts";
import { advice } from "./table.server.ts";
import { OwnAdvice } from "./wire.ts";

const BASE = "/prod-api/api/bll/advice";
const Text = Type.String({ default: "", maxLength: 4_000 });

/** Of one address, schools and offices behind one among them; then it waits until it has been quiet for the minutes. */
const FROM_ADDRESS = { failures: 30, minutes: 60 };
const BUSY = "当前网络提交过于频繁，请稍后再试或致电学会";
const NONE = "没有查到这条咨询，请核对编号和提交时的手机号";

/** 咨询服务: what visitors ask, with or without an account, and what they are answered (product 4.9). */
const api: Slice = (app, context) => {
  visitors(app, context);
  owners(app, context);
  adviceDesk(app, context);
};

async function refuseBusy({ db }: Context, request: FastifyRequest): Promise<void> {
  const key = `advice:${addressGroup(request.ip)}`;
  if (!(await takeAttempt(db, key, FROM_ADDRESS))) throw new AppError(BUSY);
}

/** A code for the phone, counted beside the transaction of the call. @throws AppError on its field. */
async function requirePhone({ db }: Context, phone: string, code: string): Promise<void> {
  const isRight = await spendCode(apart(db), { receiver: phone, scene: "advice", code });
  refuseFields({ smsCode: isRight ? undefined : CODE_WRONG });
}

function visitors(app: App, context: Context): void {
  const { db } = context;

  app.post(
    BASE,
    {
      config: { access: "public" },
      schema: {
        summary: "提交咨询；未登录的凭短信验证码证明手机号",
        body: Type.Object({
          name: Text,
          topic: Text,
          content: Text,
          phone: Text,
          smsCode: Text,
          agree: Type.Optional(Type.Boolean()),
        }),
        response: okSchema({ data: Type.Object({ adviceNo: Type.String() }) }),
      },
    },
    async (request) => {
      const given = request.body;
      const { account } = request;
      const known = await phoneOf(db, account?.userId);
      const phone = known || normalisePhone(given.phone);
      const topics = await dictionary(context, TOPICS);
      const { topic, ...problems } = checkAdvice(given);
      const isTopic = topics.some(({ dictValue }) => dictValue === given.topic);
      refuseFields({
        ...problems,
        topic: topic ?? (isTopic ? undefined : "请选择咨询主题"),
        phone: known ? undefined : checkPhone(phone),
        smsCode: known ? undefined : checkSmsCode(given.smsCode),
        agree: given.agree === true ? undefined : AGREE_ADVICE,
      });
      await refuseBusy(context, request);
      if (!known) await requirePhone(context, phone, given.smsCode);
      const words = await crisisWordsOf(context);
      const isUrgent = crisisAnswer(words, given.content) !== undefined;
      const data = await db.transaction((tx) =>
        ask(tx, { ...given, account, phone, isUrgent, ip: request.ip }),
      );
      return ok({ data }, "已提交");
    },
  );

  app.post(
    `${BASE}/find`,
    {
      config: { access: "public" },
      schema: {
        summary: "凭咨询编号和短信验证码查看答复",
        body: Type.Object({ adviceNo: Text, phone: Text, smsCode: Text }),
        response: okSchema({ data: OwnAdvice }),
      },
    },
    async (request) => {
      const { smsCode } = request.body;
      const phone = normalisePhone(request.body.phone);
      const adviceNo = request.body.adviceNo.normalize("NFKC").replace(/\s/g, "").toUpperCase();
      refuseFields({
        adviceNo: /^Z\d{10,11}$/.test(adviceNo)
          ? undefined
          : "咨询编号是字母 Z 加 10 位数字，如 Z2026110012",
        phone: checkPhone(phone),
        smsCode: checkSmsCode(smsCode),
      });
      await refuseBusy(context, request);
      await requirePhone(context, phone, smsCode);
      const [row] = await ownAdvice(
        context,
        and(eq(advice.adviceNo, adviceNo), eq(advice.phone, phone)),
      );
      if (!row) throw new AppError(NONE, { fields: { adviceNo: NONE } });
      return ok({ data: { ...row, mayWithdraw: false } });
    },
  );
}

function owners(app: App, context: Context): void {
  const own = (request: FastifyRequest): SQL => eq(advice.userId, accountOf(request).userId);

  app.get(
    `${BASE}/mine`,
    {
      config: { access: "login" },
      schema: {
        summary: "我的咨询，新的在前",
        response: okSchema({ data: Type.Array(OwnAdvice) }),
      },
    },
    async (request) => ok({ data: await ownAdvice(context, own(request)) }),
  );

  app.put(
    `${BASE}/withdraw`,
    {
      config: { access: "login", log: ["咨询管理", 2] },
      schema: {
        summary: "撤回还没有受理的咨询",
        body: Type.Object({ id: RowId }),
        response: okSchema(),
      },
    },
    async (request) => {
      await takeAdviceStep(context, request, "withdraw", request.body);
      return ok({}, "已撤回");
    },
  );
}

export default api;

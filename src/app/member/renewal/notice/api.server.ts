import { Readable } from "node:stream";
import { Type } from "typebox";
import { settings, societyName } from "#src/app/system/config/service.server.ts";
import { reachOf } from "#src/app/system/reach/service.server.ts";
import { dayInWords, formatDay } from "#src/lib/text/dates.ts";
import { moneyCapitals, moneyText } from "#src/lib/text/money.ts";
import { pdfDrawer } from "#src/server/documents/pdf/pdf-drawer.ts";
import { sendBytes } from "#src/server/files/sending.ts";
import { accountOf } from "#src/server/http/access.ts";
import { AppError } from "#src/server/http/errors.ts";
import { ok, okSchema } from "#src/server/http/reply.ts";
import type { Context, Slice } from "#src/server/start/context.ts";
import { hasAddress, labelOf, namesOf } from "../../papers/service.server.ts";
import type { Level, Member } from "../../service.server.ts";
import { Reminded } from "../wire.ts";
import { duesOf, noticedMembers, readText, sendNotices, unasked } from "./notice.server.ts";
import { Notice } from "./wire.ts";

const BASE = "/prod-api/api/bll/member/renewal/notice";
/** As many as labels of one file. */
const MOST_LETTERS = 500;
const MOST_SENT = 200;

/** 会费通知: a letter or a message to chosen members, with a text that staff write (product 7.4). */
const notices: Slice = (app, context) => {
  const { db, env } = context;
  app.post(
    `${BASE}/send`,
    {
      config: { access: "member:renewal:notice", log: ["会费通知", 2] },
      schema: {
        summary: "按消息模板的渠道向所选会员发送会费通知，每人每天最多一次",
        body: Notice(MOST_SENT),
        response: okSchema({ data: Reminded }),
      },
    },
    async (request) => {
      const { ids, text } = request.body;
      const reach = await reachOf(db, accountOf(request));
      const words = await readText(context, text);
      return ok({ data: await sendNotices(db, { reach, ip: request.ip }, ids, words) });
    },
  );

  app.post(
    `${BASE}/letters`,
    {
      config: { access: "member:renewal:notice", asksProof: true, log: ["会费通知", 5] },
      schema: {
        summary: "所选会员的会费通知信（PDF，每人一页，地址对准信封窗口）",
        body: Notice(MOST_LETTERS),
        response: { 200: Type.Any() },
      },
    },
    async (request, reply) => {
      const { ids, text } = request.body;
      const reach = await reachOf(db, accountOf(request));
      const words = await readText(context, text);
      const rows = await noticedMembers(db, reach, ids);
      const asked = rows.filter((each) => unasked(each) === undefined);
      if (asked.length === 0) throw new AppError("所选会员都不用缴纳会费");
      const without = asked.filter(({ row }) => !hasAddress(row)).map(({ row }) => row);
      if (without.length > 0) {
        throw new AppError(`${namesOf(without)}会员没有通信地址，请先补充，或取消选择后再打印`);
      }
      const pdf = await pdfDrawer(env).draw("duesLetters", {
        ...(await payeeOf(context)),
        text: words,
        letters: await Promise.all(asked.map(letterOf)),
      });
      return sendBytes(
        reply,
        { size: pdf.length, stream: Readable.from([pdf]) },
        {
          mime: "application/pdf",
          name: "会费通知信.pdf",
          isInline: false,
          cacheControl: "private, no-store",
        },
      );
    },
  );
};

async function payeeOf(context: Context) {
  const values = await settings(context);
  return {
    society: await societyName(context),
    account: values.get("member.payee") ?? "",
    bank: values.get("member.payeeBank") ?? "",
    accountNo: values.get("member.payeeAccount") ?? "",
    phone: values.get("site.phone") ?? "",
    issuedOn: dayInWords(formatDay(new Date())),
    minePage: `${context.origin}/Membership/mine`,
  };
}

const letterOf = async ({ row, level }: { row: Member; level: Level }) => ({
  to: await labelOf(row),
  isUnit: row.memberType === "02",
  name: row.name,
  memberNo: row.memberNo,
  level: level.levelName,
  validTo: row.validTo ? dayInWords(row.validTo) : "",
  amount: moneyText(duesOf(level)),
  amountWords: moneyCapitals(duesOf(level)),
});

export default notices;

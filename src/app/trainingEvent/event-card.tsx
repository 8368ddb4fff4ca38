import { MODES, TYPES } from "#src/lib/activity/words.ts";
import { parseDateTime } from "#src/lib/text/dates.ts";
import { momentText, spanText } from "#src/site/activity/times.ts";
import type { ActivityRow } from "../activity/wire.ts";

type Props = { readonly row: ActivityRow; readonly now: number; readonly seats: string };

const at = (moment: string) => parseDateTime(moment)?.getTime() ?? 0;

/** What the page says of the sign-up before the browser asked for the seats. */
function stateOf(row: ActivityRow, now: number): string {
  if (row.state === 5) return "已取消";
  if (row.state === 4 || at(row.endAt) <= now) return "已结束";
  if (row.state === 3 || at(row.signEndAt) <= now) return "报名结束";
  return at(row.signStartAt) > now ? "即将报名" : "报名中";
}

const yuan = (amount: string) =>
  /^0+(\.0+)?$/.test(amount) ? "免费" : `${amount.replace(/\.00$/, "")} 元`;

function feeText({ needPay, prices }: ActivityRow): string {
  const open = prices.find(({ isOpen }) => isOpen);
  if (!needPay || !open) return "免费";
  const member = open.memberAmount === null ? "" : `，会员 ${yuan(open.memberAmount)}`;
  return `${yuan(open.amount)}${member}`;
}

export function EventCard({ row, now, seats }: Props) {
  const { id, title, type, summary, mode, city, place, startAt, endAt, signStartAt, signEndAt } =
    row;
  const state = stateOf(row, now);
  const isOpen = state === "报名中";
  const day = startAt.slice(0, 10);
  return (
    <li className="event-card" data-open={isOpen ? "" : undefined}>
      <time dateTime={day}>
        <b>{Number(day.slice(8))}</b>
        {`${day.slice(0, 4)}.${day.slice(5, 7)}`}
      </time>
      <div>
        <p className="event-marks">
          <span>{TYPES[type]}</span>
          <span>{MODES[mode]}</span>
          <b>{state}</b>
        </p>
        <h2>
          <a href={`/trainingEventMessage?id=${id}`}>{title}</a>
        </h2>
        <p className="event-summary">{summary}</p>
        <p className="event-facts">
          <span>{spanText(startAt, endAt)}</span>
          <span>{mode === "2" ? "线上" : [city, place].filter(Boolean).join(" · ")}</span>
          <span>{feeText(row)}</span>
        </p>
        <p className="event-seats">
          {isOpen ? `报名截止 ${momentText(signEndAt)}` : null}
          {state === "即将报名" ? `${momentText(signStartAt)} 开始报名` : null}
          {isOpen && seats ? <b>{seats}</b> : null}
        </p>
      </div>
    </li>
  );
}

import type { ReactElement } from "react";
import { OrderPay } from "./order-pay.tsx";
import { OwnPlace, type Place } from "./own-place.tsx";
import { spanText } from "./times.ts";

type Sign = {
  activity: {
    id: number;
    state: number;
    title: string;
    startAt: string;
    endAt: string;
    place: string;
    address: string;
    mode: string;
    onlineUrl: string;
    attachments: { name: string; url: string }[];
  };
  entries: Place[];
};

type Props = {
  readonly signs: readonly Sign[];
  /** What shows whose places they are, where there is no account. */
  readonly shown: { code?: string; proof?: string };
  readonly onChange: () => Promise<void>;
  /** Whether fees are paid here; elsewhere a link leads to where they are. */
  readonly isPaidHere?: boolean;
};

const TO_PAY = 1;

/** Orders whose fee concerns somebody now, or was paid. */
const paidOrders = (places: readonly Place[]): number[] => [
  ...new Set(places.filter(({ amount }) => amount !== "0.00").map(({ orderId }) => orderId)),
];

/** Activities that somebody signed up for, with the places in each. */
export function OwnSigns({ signs, shown, onChange, isPaidHere }: Props): ReactElement {
  return (
    <>
      {signs.map(({ activity, entries }) => (
        <article key={activity.id} className="own-sign">
          <h2>
            <a href={`/trainingEventMessage?id=${activity.id}`}>{activity.title}</a>
          </h2>
          <p className="own-place-line">
            {[
              spanText(activity.startAt, activity.endAt),
              activity.mode === "2" ? "线上" : activity.place,
              activity.state === 5 ? "活动已取消" : "",
            ]
              .filter(Boolean)
              .join(" · ")}
          </p>
          {activity.onlineUrl ? (
            <p className="own-place-line">
              线上进入：
              <a href={activity.onlineUrl} target="_blank" rel="noopener noreferrer">
                {activity.onlineUrl}
              </a>
            </p>
          ) : null}
          {activity.attachments.length > 0 ? (
            <p className="own-place-line">
              资料：
              {activity.attachments.map(({ name, url }) => (
                <a key={url} href={url}>
                  {name}
                </a>
              ))}
            </p>
          ) : null}
          <ul className="own-places">
            {entries.map((place) => (
              <OwnPlace key={place.id} place={place} shown={shown} onChange={onChange} />
            ))}
          </ul>
          {isPaidHere
            ? paidOrders(entries).map((orderId) => (
                <OrderPay
                  // A step with a place changes what is to be paid.
                  key={`${orderId} ${entries.map(({ version }) => version).join()}`}
                  orderId={orderId}
                  shown={shown}
                  onChange={onChange}
                />
              ))
            : null}
          {!isPaidHere && entries.some(({ state }) => state === TO_PAY) ? (
            <a className="btn btn-primary" href={`/pxMessage?id=${activity.id}`}>
              去缴费<span className="sr-only">：{activity.title}</span>
            </a>
          ) : null}
        </article>
      ))}
    </>
  );
}

import { type ReactElement, useState } from "react";
import { entryStateName } from "../../lib/activity/entry-life.ts";
import { fenOf, moneyBrief } from "../../lib/text/money.ts";
import { callApi, errorText } from "../session/http.ts";
import { showToast } from "../shell/toast.tsx";
import { momentText } from "./times.ts";
import "./own-place.css";

/** One person's place as the calls tell its owner. */
export type Place = {
  id: number;
  orderId: number;
  serial: number;
  state: number;
  version: number;
  name: string;
  seatNo: string;
  opinion: string;
  amount: string;
  reference: string;
  code: string;
  offerUntil: string | null;
  payUntil: string | null;
  checkedInAt: string | null;
  linePlace: number;
  qrImage: string;
  /** What is typed at the door where no camera can be used; empty without a place. */
  shortCode: string;
  steps: string[];
};

type Props = {
  readonly place: Place;
  /** What shows whose place it is, where there is no account. */
  readonly shown: { code?: string; proof?: string };
  readonly onChange: () => Promise<void>;
};

const QUESTION = "确定取消报名吗？取消后名额会留给候补的人。";

/** A place with its code for the door, and what its owner can do with it. */
export function OwnPlace({ place, shown, onChange }: Props): ReactElement {
  const [isBusy, setBusy] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const { id, name, state, steps, version } = place;

  const step = async (verb: "accept" | "cancel", done: string) => {
    if (isBusy) return;
    setBusy(true);
    try {
      await callApi("POST", `/api/activity/activities/${verb}`, {
        body: { id, version, ...shown },
      });
      showToast(done);
      setAsked(false);
    } catch (error) {
      showToast(errorText(error), "error");
    } finally {
      setBusy(false);
      await onChange();
    }
  };

  return (
    <li className="own-place">
      <div>
        <p className="own-place-name">
          {name}
          <span data-state={state}>{entryStateName(state)}</span>
        </p>
        {lines(place).map((line) => (
          <p key={line} className="own-place-line">
            {line}
          </p>
        ))}
        <div className="own-place-ways">
          {steps.includes("accept") ? (
            <button
              type="button"
              className="btn btn-primary btn-small"
              aria-disabled={isBusy}
              onClick={() => void step("accept", "已接受名额")}
            >
              接受名额<span className="sr-only">：{name}</span>
            </button>
          ) : null}
          {steps.includes("cancel") && !isAsked ? (
            <button
              type="button"
              className="btn btn-outline btn-small"
              onClick={() => setAsked(true)}
            >
              取消报名<span className="sr-only">：{name}</span>
            </button>
          ) : null}
        </div>
        {isAsked ? (
          <div className="own-place-ask" role="alert">
            <p>{QUESTION}</p>
            <button
              type="button"
              className="btn btn-primary btn-small"
              aria-disabled={isBusy}
              onClick={() => void step("cancel", "报名已取消")}
            >
              确定取消
            </button>
            <button
              type="button"
              className="btn btn-outline btn-small"
              onClick={() => setAsked(false)}
            >
              不取消
            </button>
          </div>
        ) : null}
      </div>
      {place.qrImage ? (
        <figure>
          <img src={place.qrImage} alt={`${name}的签到码`} width={160} height={160} />
          <figcaption>
            签到码，每天更换
            <br />
            不能扫码时请出示数字 <b>{place.shortCode}</b>
          </figcaption>
        </figure>
      ) : null}
    </li>
  );
}

function lines(place: Place): string[] {
  const fen = fenOf(place.amount) ?? 0;
  return [
    [`报名序号 ${place.serial}`, place.seatNo && `座位 ${place.seatNo}`]
      .filter(Boolean)
      .join(" · "),
    fen > 0 ? `费用 ${moneyBrief(fen)} 元` : "",
    place.payUntil ? `请在 ${momentText(place.payUntil)} 前缴费，转账附言 ${place.reference}` : "",
    place.offerUntil ? `名额为您保留至 ${momentText(place.offerUntil)}` : "",
    place.linePlace > 0 ? `候补第 ${place.linePlace} 位，有名额时会短信通知` : "",
    place.checkedInAt ? `${momentText(place.checkedInAt)} 签到` : "",
    place.opinion,
  ].filter(Boolean);
}

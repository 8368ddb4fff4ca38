import { type FormEvent, useEffect, useRef, useState } from "react";
import {
  type Attendee,
  attendeeProblems,
  emptyAttendee,
  readAttendee,
} from "#src/lib/activity/attendees.ts";
import { MAX_GROUP } from "#src/lib/activity/words.ts";
import { AGREE_FIRST } from "#src/lib/people/agreement.ts";
import { fenOf, moneyBrief } from "#src/lib/text/money.ts";
import { seatsText, useSeats } from "#src/site/activity/seats.ts";
import { CheckField, Field, SubmitButton } from "#src/site/form/form.tsx";
import { ApiError, callApi, errorText } from "#src/site/session/http.ts";
import { callAsMember } from "#src/site/session/member-session.ts";
import type { SignedUp } from "../../activity/wire.ts";
import type { Facts } from "./facts.ts";
import { Paste } from "./paste.tsx";
import { Person } from "./person.tsx";
import { PriceChoice } from "./price-choice.tsx";

type Props = {
  readonly row: Facts;
  readonly first: { name: string; phone: string };
  /** Of one who is logged in. */
  readonly userId?: number;
  /** Of a guest's telephone. */
  readonly proof?: string;
  readonly hasMemberPrice: boolean;
  /** The proof is over. */
  readonly onLost?: () => void;
  readonly onDone: (done: SignedUp) => void;
};

const SAVE = "/api/activity/activities/saveBll";

type Line = { key: number; who: Attendee };
type Problems = Readonly<Record<string, string | undefined>>;

const isBlank = ({ name, phone, unit }: Attendee) => `${name}${phone}${unit}`.trim() === "";

/** Everybody who is signed up, the price and the consent, in one form. */
export function PeopleForm({ row, first, userId, proof, hasMemberPrice, onLost, onDone }: Props) {
  const nextKey = useRef(1);
  const [lines, setLines] = useState<Line[]>([{ key: 0, who: { ...emptyAttendee(), ...first } }]);
  const [priceId, setPriceId] = useState(row.prices.find(({ isOpen }) => isOpen)?.key ?? "");
  const [remark, setRemark] = useState("");
  const [agrees, setAgrees] = useState(false);
  const [waits, setWaits] = useState(false);
  const [errors, setErrors] = useState<Problems>({});
  const [message, setMessage] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  const seats = useSeats([row.id]).get(row.id);

  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);

  const most = Math.min(row.perUserMax, MAX_GROUP);
  const isShort = typeof seats?.left === "number" && seats.left < lines.length && !row.needReview;
  const put = (key: number, who: Attendee) => {
    setLines((before) => before.map((line) => (line.key === key ? { key, who } : line)));
    setErrors({});
  };
  const add = (people: readonly Attendee[]) => {
    setLines((before) => {
      const kept = before.filter(({ who }) => !isBlank(who));
      const added = people.map((who) => ({ key: nextKey.current++, who }));
      return [...(people.length > 1 ? kept : before), ...added];
    });
    setErrors({});
  };
  const refuse = (problems: Problems, text = "") => {
    setErrors(problems);
    setMessage(problems.attendees ?? text);
    setRefusals((count) => count + 1);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setMessage("");
    const attendees = lines.map(({ who }) => readAttendee(who, row.formSchema));
    const problems = {
      ...attendeeProblems(attendees, row.formSchema, most),
      ...(row.needPay && priceId === "" ? { priceId: "请选择费用" } : {}),
      ...(agrees ? {} : { agree: AGREE_FIRST }),
    };
    if (Object.keys(problems).length > 0) return refuse(problems);
    setBusy(true);
    try {
      const body = {
        activityId: row.id,
        attendees,
        priceId,
        remark,
        agree: agrees,
        wait: waits,
        ...(proof ? { proof } : {}),
      };
      const { data } =
        userId === undefined
          ? await callApi<{ data: SignedUp }>("POST", SAVE, { isToken: false, body })
          : await callAsMember<{ data: SignedUp }>(userId, "POST", SAVE, { body });
      onDone(data);
    } catch (error) {
      if (error instanceof ApiError && error.code === 401) onLost?.();
      const fields = error instanceof ApiError ? error.fields : undefined;
      refuse(fields ?? {}, fields && !fields.wait ? "" : errorText(error));
    } finally {
      setBusy(false);
    }
  };

  const amount = row.prices.find(({ key }) => key === priceId);
  const each = amount && (hasMemberPrice ? (amount.memberAmount ?? amount.amount) : amount.amount);
  const total = (fenOf(each ?? "0") ?? 0) * lines.length;
  const seatsLine = seatsText(seats);

  return (
    <form className="form sign-form" method="post" noValidate ref={form} onSubmit={submit}>
      {seats?.closed ? (
        <p className="form-message" role="status">
          {seats.closed}
        </p>
      ) : (
        <p className="sign-note" role="status">
          {[seatsLine, row.needReview ? "报名需要审核" : ""].filter(Boolean).join(" · ")}
        </p>
      )}
      {lines.map(({ key, who }, index) => (
        <Person
          key={key}
          index={index}
          isOnly={lines.length === 1}
          who={who}
          questions={row.formSchema}
          errors={errors}
          onChange={(next) => put(key, next)}
          onRemove={() => setLines((before) => before.filter((line) => line.key !== key))}
        />
      ))}
      {most > 1 ? (
        <div className="sign-more">
          {lines.length < most ? (
            <button
              type="button"
              className="btn btn-outline btn-small"
              onClick={() => add([emptyAttendee()])}
            >
              添加一位参加人
            </button>
          ) : null}
          <Paste room={most} onPeople={add} />
        </div>
      ) : null}
      {row.needPay ? (
        <PriceChoice
          prices={row.prices}
          chosen={priceId}
          hasMemberPrice={hasMemberPrice}
          error={errors.priceId}
          onChoose={setPriceId}
        />
      ) : null}
      <Field
        name="remark"
        label="备注"
        value={remark}
        onChange={setRemark}
        error={errors.remark}
        maxLength={200}
        help="可以不填；请勿填写孩子的姓名、学校等信息"
      />
      {isShort || errors.wait ? (
        <CheckField name="wait" isChecked={waits} onChange={setWaits} error={errors.wait}>
          名额不够时，排在后面的人列入候补
        </CheckField>
      ) : null}
      <CheckField name="agree" isChecked={agrees} onChange={setAgrees} error={errors.agree}>
        我已阅读并同意<a href="/agreement?type=user">《用户协议》</a>和
        <a href="/agreement?type=privacy">《隐私政策》</a>，并已征得其他参加人同意
      </CheckField>
      {row.needPay ? (
        <p className="sign-total">
          {lines.length} 位，合计 <b>{moneyBrief(total)}</b> 元
        </p>
      ) : null}
      <SubmitButton isBusy={isBusy} label="提交报名" busyLabel="正在提交" message={message} />
    </form>
  );
}

import { entryStateName } from "#src/lib/activity/entry-life.ts";
import type { SignedUp } from "../../activity/wire.ts";

type Props = {
  readonly done: SignedUp;
  readonly activityId: number;
  readonly isGuest: boolean;
};

const MEANS: Readonly<Record<number, string>> = {
  0: "审核结果会通知您",
  1: "请按提示缴费",
  3: "现场请出示签到码",
  6: "有名额时会通知您",
};

/** What became of each person; a guest's link opens it again. */
export function Done({ done, activityId, isGuest }: Props) {
  const href = isGuest ? `/pxMessage?id=${activityId}#${done.code}` : `/pxMessage?id=${activityId}`;
  return (
    <section className="sign-done" aria-labelledby="sign-done">
      <h2 id="sign-done" tabIndex={-1}>
        报名已提交
      </h2>
      <ul>
        {done.entries.map(({ id, name, serial, state }) => (
          <li key={id}>
            <b>{name}</b>
            <span>
              {entryStateName(state)} · 报名序号 {serial}
            </span>
            <span className="sign-note">{MEANS[state] ?? ""}</span>
          </li>
        ))}
      </ul>
      <a className="btn btn-primary" href={href}>
        查看我的报名
      </a>
      {isGuest ? <p className="sign-note">以后也可以在活动页用手机号查询。</p> : null}
    </section>
  );
}

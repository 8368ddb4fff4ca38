import type { ReactElement } from "react";
import type { Settled } from "./store.ts";
import type { Noted } from "./use-noted.ts";

type Props = {
  readonly noted: Noted;
  /** The list is on this device. */
  readonly isKept: boolean;
  /** The page opens without a connection. */
  readonly isReady: boolean;
};

/** How the connection stands, what is still to be sent, and what came of what was sent. */
export function SyncLine({ noted, isKept, isReady }: Props): ReactElement {
  const { isOffline, waiting, ofOthers, settled } = noted;
  const line = lineOf(noted, isKept, isReady);
  const isHeld = !isOffline && waiting.length > 0;
  return (
    <>
      <div className="door-sync" data-tone={isOffline || isHeld ? "warn" : undefined}>
        <p role="status">{line}</p>
        {isHeld ? (
          <button
            type="button"
            className="btn btn-outline"
            onClick={() => void noted.send({ isAttended: true })}
          >
            立即上传
          </button>
        ) : null}
      </div>
      {ofOthers > 0 ? (
        <p className="door-note">
          本机另有 {ofOthers} 条签到由其他账号记下，请用该账号登录后打开本页上传。
        </p>
      ) : null}
      {settled.length > 0 ? <Outcomes rows={settled} dismiss={noted.dismiss} /> : null}
    </>
  );
}

/** Why what is noted does not leave by itself. */
const HELD: Partial<Record<Noted["ended"], string>> = {
  ended: "登录状态已过期，重新登录后自动上传",
  other: "本浏览器已登录为其他账号，用记录时的账号登录后自动上传",
  forbidden: "您的账号不能再办理现场签到，请联系活动负责人",
};

function lineOf({ isOffline, waiting, ended, text }: Noted, isKept: boolean, isReady: boolean) {
  const count = waiting.length;
  if (isOffline) {
    if (count > 0) return `离线，已存 ${count} 条，联网后自动上传`;
    return isKept ? "离线：可以按本机名单继续签到，联网后自动上传" : "离线";
  }
  if (count > 0) {
    const why = HELD[ended] ?? (ended === "problem" ? text : "");
    return why ? `已存 ${count} 条没有上传：${why}` : `正在上传 ${count} 条签到`;
  }
  return isKept && isReady ? "已联网。名单已存在本机，断网时可以继续签到" : "已联网";
}

function Outcomes({
  rows,
  dismiss,
}: {
  readonly rows: readonly Settled[];
  readonly dismiss: () => Promise<void>;
}): ReactElement {
  const held = rows.filter(({ outcome }) => outcome !== "in");
  const came = rows.length - held.length;
  return (
    <section className="door-card" aria-labelledby="door-outcomes">
      <h3 id="door-outcomes">上传结果</h3>
      <p role="status">
        {[
          `已上传 ${rows.length} 条`,
          came > 0 ? `签到成功 ${came} 条` : "",
          held.length > 0 ? `以下 ${held.length} 条没有计入` : "",
        ]
          .filter(Boolean)
          .join("，")}
      </p>
      {held.length > 0 ? (
        <ul className="door-found">
          {held.map(({ uuid, name, entryId, door, text }) => (
            <li key={uuid}>
              <div>
                <p className="door-found-name">
                  {name || (entryId > 0 ? `报名编号 ${entryId}` : "无法识别的签到码")}
                </p>
                <p>
                  {text} · 本机在「{door}」记下
                </p>
              </div>
            </li>
          ))}
        </ul>
      ) : null}
      <button type="button" className="btn btn-outline" onClick={() => void dismiss()}>
        知道了
      </button>
    </section>
  );
}

import type { ReactElement } from "react";
import type { CertificateState, Lookup, ShownCertificate, ShownHonour } from "./service.server.ts";

const STATES: Readonly<Record<CertificateState, { word: string; text: string; sign: string }>> = {
  valid: {
    word: "有效",
    text: "该证书由学会签发，目前有效。",
    sign: "M6.5 12.4l3.8 3.8 7.4-8",
  },
  early: {
    word: "尚未生效",
    text: "该证书由学会签发，从下面的起始日起有效。",
    sign: "M12 7v5.4l3.4 2",
  },
  expired: {
    word: "已过期",
    text: "该证书由学会签发，有效期已过。会员续会后会得到新的证书。",
    sign: "M12 7v5.4l3.4 2",
  },
  revoked: {
    word: "已撤销",
    text: "该证书已由学会撤销，不再有效。",
    sign: "M8 8l8 8M16 8l-8 8",
  },
};

const day = (text: string) => text.replace(/^(\d+)-0?(\d+)-0?(\d+)$/, "$1年$2月$3日");

interface OutcomeProps {
  readonly outcome: Lookup;
  /** When it was looked up, `yyyy-MM-dd HH:mm` in Shanghai. */
  readonly at: string;
  /** Minutes to wait where somebody has asked too often. */
  readonly minutes: number;
}

/** What was found, or why nothing is shown. */
export function Outcome({ outcome, at, minutes }: OutcomeProps): ReactElement {
  if (outcome === "tooMany") {
    return (
      <Told title="查询过于频繁">
        请 {minutes} 分钟后再试。若您需要核对较多证书，请与学会联系。
      </Told>
    );
  }
  if (outcome === "unknown") {
    return (
      <Told title="没有查到这张证书">
        请对照证书核对输入的内容：验证码区分大小写，姓名或单位名称须与证书一致。核对无误仍查不到的，它不是学会签发的证书，请与学会联系。
      </Told>
    );
  }
  return <Found certificate={outcome} at={at} />;
}

function Told({ title, children }: { title: string; children: React.ReactNode }): ReactElement {
  return (
    <section className="verify-told" role="alert">
      <h2>{title}</h2>
      <p>{children}</p>
    </section>
  );
}

const isHonour = (found: ShownCertificate | ShownHonour): found is ShownHonour =>
  "heading" in found;

function rowsOf(found: ShownCertificate | ShownHonour): (readonly [string, string])[] {
  if (!isHonour(found)) {
    const { isUnit, name, memberNo, level, fromOn, toOn } = found;
    return [
      [isUnit ? "单位名称" : "姓名", name],
      ["会员号", memberNo],
      ["会员级别", level],
      ["有效期", `${day(fromOn)}至${day(toOn)}`],
    ];
  }
  const { isUnit, heading, certNo, title, batchName, level, names, issuedOn } = found;
  return [
    ["证书", heading],
    ["证书编号", certNo],
    ["题目", title],
    ["批次", batchName],
    ...(level ? [["等级", level] as const] : []),
    [isUnit ? "单位名称" : "姓名", names.join("、")],
    ["发证日期", day(issuedOn)],
  ];
}

function Found({
  certificate,
  at,
}: {
  certificate: ShownCertificate | ShownHonour;
  at: string;
}): ReactElement {
  const { state } = certificate;
  const { word, text, sign } = STATES[state];
  const rows = rowsOf(certificate);
  return (
    <section className="verify-found" data-state={state} aria-labelledby="verify-state">
      <div>
        <svg viewBox="0 0 24 24" width="44" height="44" aria-hidden="true" focusable="false">
          <circle cx="12" cy="12" r="10.5" />
          <path d={sign} />
        </svg>
        <div>
          <h2 id="verify-state">{word}</h2>
          <p>{text}</p>
        </div>
      </div>
      <dl>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="verify-at">
        查询时间 <time>{at}</time>。为保护个人信息，
        {isHonour(certificate) ? "姓名只显示一部分。" : "姓名和会员号只显示一部分。"}
      </p>
    </section>
  );
}

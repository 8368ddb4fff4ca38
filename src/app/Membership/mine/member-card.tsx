import type { ReactElement } from "react";
import type { MemberShape } from "../../system/sign/wire.ts";

type Props = {
  readonly member: MemberShape;
  /** Another application is under way: renewing waits for it. */
  readonly hasOpen: boolean;
};

/** Who one is here: number, level, until when, with the certificate and the way to go on. */
export function MemberCard({ member, hasOpen }: Props): ReactElement {
  const { state, stateName, certificateCode, validFrom, validTo } = member;
  const isOver = state !== "valid";
  return (
    <section className="mine-member" data-over={isOver ? "" : undefined}>
      <h2>{member.levelName}</h2>
      <p className="mine-number">{member.memberNo}</p>
      <dl>
        <div>
          <dt>状态</dt>
          <dd>
            <b data-state={state}>{stateName}</b>
          </dd>
        </div>
        <div>
          <dt>有效期</dt>
          <dd>{validTo ? `${validFrom} 至 ${validTo}` : "—"}</dd>
        </div>
        <div>
          <dt>入会日期</dt>
          <dd>{member.joinedOn}</dd>
        </div>
      </dl>
      <div className="mine-ways">
        {member.canRenew && !hasOpen ? (
          <a className="btn btn-primary" href="/Membership/apply?kind=RENEW">
            办理续会
          </a>
        ) : null}
        {["lapsed", "lapseList", "resigned", "expelled"].includes(state) &&
        !member.canRenew &&
        !hasOpen ? (
          <a className="btn btn-primary" href="/Membership/apply?kind=REJOIN">
            重新入会
          </a>
        ) : null}
        {certificateCode ? (
          <a className="btn btn-outline" href={`/verify/${certificateCode}`}>
            查验会员证
          </a>
        ) : null}
        {state === "valid" && !hasOpen ? (
          <a className="link" href="/Membership/apply?kind=UPGRADE">
            变更级别
          </a>
        ) : null}
      </div>
    </section>
  );
}

import { useEffect, useState } from "react";
import { type Next, readNext } from "#src/site/membership/next-step.ts";
import { OwnProblem } from "#src/site/personal/own-problem.tsx";
import { useOwn } from "#src/site/personal/use-own.ts";
import type { Info } from "../../system/sign/wire.ts";

/** One's membership in short, and the one button that says the next step. */
export function MembershipCard({ userId }: { readonly userId: number }) {
  const { answer, problem, reload } = useOwn<{ data: Info }>(userId, "/api/system/sign/getInfo");
  const [next, setNext] = useState<Next>();
  useEffect(() => {
    let isHere = true;
    void readNext().then((found) => {
      if (isHere) setNext(found);
    });
    return () => {
      isHere = false;
    };
  }, []);
  const member = answer?.data.member;
  const sign = answer?.data.sign;
  const isOpen = sign && sign.state <= 6;
  return (
    <section aria-label="会籍">
      <OwnProblem
        problem={problem}
        hasAnswer={answer !== undefined}
        waiting="正在读取您的会籍"
        reload={reload}
      />
      {member ? (
        <dl>
          <Fact name="会员级别" text={member.levelName} />
          <Fact name="会员号" text={member.memberNo} />
          <Fact name="状态" text={member.stateName} />
          <Fact
            name="有效期"
            text={member.validTo ? `${member.validFrom} 至 ${member.validTo}` : "—"}
          />
        </dl>
      ) : null}
      {isOpen ? (
        <dl>
          <Fact name="申请编号" text={sign.applyNo} />
          <Fact name="申请状态" text={sign.stateName} />
        </dl>
      ) : null}
      {answer && next ? (
        <>
          <h2>{next.title}</h2>
          {next.text ? <p className="own-note">{next.text}</p> : null}
          <div className="personal-ways">
            <a className="btn btn-primary" href={next.href}>
              {next.label}
            </a>
            {next.href === "/Membership/mine" ? null : (
              <a className="btn btn-outline" href="/Membership/mine">
                查看申请、缴费和会员证
              </a>
            )}
          </div>
        </>
      ) : null}
    </section>
  );
}

const Fact = ({ name, text }: { readonly name: string; readonly text: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{text}</dd>
  </div>
);

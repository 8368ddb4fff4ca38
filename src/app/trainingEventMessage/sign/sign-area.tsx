import { useEffect, useState } from "react";
import { ProveForm, type Proven } from "#src/site/activity/prove-form.tsx";
import { loginHref } from "#src/site/session/login-guard.ts";
import { MemberArea } from "#src/site/session/member-area.tsx";
import { useVisitor } from "#src/site/session/session.ts";
import { VisitorWaiting } from "#src/site/shell/visitor-waiting.tsx";
import type { SignedUp } from "../../activity/wire.ts";
import { Done } from "./done.tsx";
import type { Facts } from "./facts.ts";
import { PeopleForm } from "./people-form.tsx";

type Props = { readonly row: Facts; readonly phone: string };

/** Who is here, then the people, then what became of it. */
export function SignArea({ row, phone }: Props) {
  const visitor = useVisitor();
  // Stays so when the session ends: the form keeps all that was typed until they are back.
  const [isMember, setMember] = useState(false);
  if (visitor.state === "member" && !isMember) setMember(true);
  const [guest, setGuest] = useState<Proven>({ phone: "", proof: "" });
  const [done, setDone] = useState<SignedUp>();

  useEffect(() => {
    if (done) document.getElementById("sign-done")?.focus();
  }, [done]);

  if (done) return <Done done={done} activityId={row.id} isGuest={visitor.state !== "member"} />;
  if (visitor.state === "unknown") return <VisitorWaiting label="正在准备报名表" />;
  if (isMember) {
    return (
      <MemberArea
        target={`/trainingEventMessage/sign?id=${row.id}`}
        waiting="正在准备报名表"
        helpPhone={phone}
      >
        {(user) => (
          <PeopleForm
            row={row}
            first={{ name: "", phone: "" }}
            userId={user.userId}
            hasMemberPrice={user.isMember ?? false}
            onDone={setDone}
          />
        )}
      </MemberArea>
    );
  }
  if (row.audience !== "all") {
    return (
      <section className="sign-who">
        <p>本活动需要登录后报名。</p>
        <a className="btn btn-primary" href={loginHref(`/trainingEventMessage/sign?id=${row.id}`)}>
          登录
        </a>
      </section>
    );
  }
  const isProven = guest.proof !== "";
  return (
    <>
      {isProven ? null : (
        <Guest
          activityId={row.id}
          phone={phone}
          hasEnded={guest.phone !== ""}
          onProven={setGuest}
        />
      )}
      {guest.phone === "" ? null : (
        <PeopleForm
          row={row}
          first={{ name: "", phone: guest.phone }}
          proof={guest.proof}
          hasMemberPrice={false}
          onLost={() => setGuest({ ...guest, proof: "" })}
          onDone={setDone}
        />
      )}
    </>
  );
}

type GuestProps = {
  readonly activityId: number;
  readonly phone: string;
  /** The proof ran out while the form was filled in. */
  readonly hasEnded: boolean;
  readonly onProven: (guest: Proven) => void;
};

/** A visitor without an account proves a telephone, and may log in as well. */
function Guest({ activityId, phone, hasEnded, onProven }: GuestProps) {
  return (
    <section className="sign-who" aria-labelledby="who">
      <h2 id="who">{hasEnded ? "请重新验证手机号" : "先验证手机号"}</h2>
      {hasEnded ? (
        <p className="form-message" role="alert">
          手机号的验证已过期，下面填写的内容都还在，验证后再提交即可。
        </p>
      ) : null}
      <p className="sign-note">
        没有账号也可以报名。有账号的请
        <a href={loginHref(`/trainingEventMessage/sign?id=${activityId}`)}>登录后报名</a>
        ，会员可享会员价。
      </p>
      <ProveForm helpPhone={phone} label="下一步" onProven={onProven} />
    </section>
  );
}

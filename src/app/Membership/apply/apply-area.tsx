import { type ReactElement, useEffect, useState } from "react";
import { KIND_NAMES, type SignKind } from "#src/lib/membership/fees.ts";
import type { MemberType } from "#src/lib/membership/form.ts";
import { errorText } from "#src/site/session/http.ts";
import { callAsMember } from "#src/site/session/member-session.ts";
import type { VisitorUser } from "#src/site/session/session.ts";
import { VisitorWaiting } from "#src/site/shell/visitor-waiting.tsx";
import type { Info } from "../../system/sign/wire.ts";
import { type ApplyFacts, Wizard } from "./wizard.tsx";

type Props = {
  readonly user: VisitorUser;
  readonly facts: ApplyFacts;
  readonly onAgain: () => void;
};

/** Where one writes: a draft, or what was sent back. */
const WRITABLE = [0, 2];
/** Nothing is under way any more. */
const ENDED = [7, 8, 9, 10, 11];

const isKind = (text: string | null): text is SignKind =>
  text !== null && Object.hasOwn(KIND_NAMES, text);

/** What the address asks for: `?kind=RENEW` of the buttons in 我的会籍. */
function askedKind(): SignKind | undefined {
  const kind = new URLSearchParams(location.search).get("kind");
  return isKind(kind) ? kind : undefined;
}

/** Goes on with one's draft, begins one, or says why there is nothing to fill in. */
export function ApplyArea({ user, facts, onAgain }: Props): ReactElement {
  const [info, setInfo] = useState<Info>();
  const [problem, setProblem] = useState("");
  const [chosen, setChosen] = useState<MemberType>();
  const [isDone, setDone] = useState(false);

  useEffect(() => {
    let isHere = true;
    callAsMember<{ data: Info }>(user.userId, "GET", "/api/system/sign/getInfo").then(
      ({ data }) => isHere && setInfo(data),
      (error: unknown) => isHere && setProblem(errorText(error)),
    );
    return () => {
      isHere = false;
    };
  }, [user.userId]);

  if (isDone) return <Done />;
  if (problem) {
    return (
      <Card title="暂时读不到您的申请" text={problem}>
        <button type="button" className="btn btn-primary" onClick={onAgain}>
          重试
        </button>
      </Card>
    );
  }
  if (!info) return <VisitorWaiting label="正在读取您的申请" />;
  const { sign, member } = info;
  const isOpen = sign !== null && !ENDED.includes(sign.state);
  if (isOpen && !WRITABLE.includes(sign.state)) {
    return (
      <Card
        title={`您有一份申请：${sign.stateName}`}
        text={`申请号 ${sign.applyNo}。进度、缴费和下一步都在“我的会籍”。`}
      >
        <a className="btn btn-primary" href="/Membership/mine">
          查看我的会籍
        </a>
      </Card>
    );
  }
  const kind = isOpen ? sign.kind : (askedKind() ?? "NEW");
  if (!isOpen && member && kind === "NEW" && ["valid", "grace"].includes(member.state)) {
    return (
      <Card
        title="您已是学会会员"
        text={`会员号 ${member.memberNo}，有效期至 ${member.validTo ?? "—"}。`}
      >
        <a className="btn btn-primary" href="/Membership/mine">
          查看我的会籍
        </a>
      </Card>
    );
  }
  const type = isOpen ? sign.memberType : chosen;
  if (!type) return <TypeChoice user={user} onChoose={setChosen} />;
  return (
    <Wizard
      key={type}
      userId={user.userId}
      memberType={type}
      kind={kind}
      // An application that has ended is no beginning of the next.
      info={isOpen ? info : { ...info, sign: null }}
      facts={facts}
      onDone={() => setDone(true)}
    />
  );
}

function TypeChoice({
  user,
  onChoose,
}: {
  readonly user: VisitorUser;
  readonly onChoose: (type: MemberType) => void;
}): ReactElement {
  const types = [
    [
      "01",
      "个人入会",
      "教师、研究者、社会工作者等年满 18 周岁的个人",
      "准备：证件号码、一寸照片、工作单位与职务",
    ],
    [
      "02",
      "单位入会",
      "学校、社区、社会组织、研究机构和企业",
      "准备：统一社会信用代码证书、盖章申请表、联系人信息",
    ],
  ] as const;
  const ordered = user.userType === "02" ? types.toReversed() : types;
  return (
    <div className="apply-types">
      {ordered.map(([type, title, who, prepare]) => (
        <button key={type} type="button" onClick={() => onChoose(type)}>
          <b>{title}</b>
          <span>{who}</span>
          <i>{prepare}</i>
        </button>
      ))}
    </div>
  );
}

function Done(): ReactElement {
  return (
    <Card
      title="申请已经提交"
      text="预计 3 个工作日内完成审核，结果会以短信和站内消息告知您。您可以随时在“我的会籍”查看进度。"
    >
      <a className="btn btn-primary" href="/Membership/mine">
        查看我的会籍
      </a>
    </Card>
  );
}

function Card(props: {
  readonly title: string;
  readonly text: string;
  readonly children: ReactElement;
}): ReactElement {
  return (
    <section className="apply-card" role="status">
      <h2>{props.title}</h2>
      <p>{props.text}</p>
      {props.children}
    </section>
  );
}

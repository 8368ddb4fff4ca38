import {
  createContext,
  type ReactElement,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
} from "react";
import { OBJECTION, objectionProblems } from "#src/lib/declare/objection-life.ts";
import { FieldShell, hintId } from "#src/site/form/field-shell.tsx";
import { Field, SubmitButton } from "#src/site/form/form.tsx";
import { forgetTyped, hasTyped, useTypedForm } from "#src/site/form/use-typed.ts";
import { OwnProblem } from "#src/site/personal/own-problem.tsx";
import { useOwn } from "#src/site/personal/use-own.ts";
import { errorText } from "#src/site/session/http.ts";
import { callAsMember } from "#src/site/session/member-session.ts";
import { useVisitor } from "#src/site/session/session.ts";
import { showToast } from "#src/site/shell/toast.tsx";
import type { OwnObjection } from "../declaration/objection/wire.ts";
import "#src/site/form/upload-list.css";

const PATH = "/api/declaration/objection";

type Props = { readonly itemId: number; readonly title: string };
type Known = {
  readonly own: readonly OwnObjection[];
  readonly reload: () => Promise<void>;
};

const NOTHING = { name: "", contact: "", reason: "" };

/** What is typed for one declaration, by one person. */
const nameOf = (userId: number, itemId: number) => `objection:${userId}:${itemId}`;

const KnownContext = createContext<Known | undefined>(undefined);

/** Around all that is shown: a visitor's own objections are asked for once, however long the lists are. */
export function WithOwnObjections({ children }: { readonly children: ReactNode }): ReactElement {
  const { user } = useVisitor();
  const [known, setKnown] = useState<Known>();
  return (
    <KnownContext value={user ? known : undefined}>
      {user ? <ReadOwn key={user.userId} userId={user.userId} onKnown={setKnown} /> : null}
      {children}
    </KnownContext>
  );
}

type ReadProps = { readonly userId: number; readonly onKnown: (known?: Known) => void };

function ReadOwn({ userId, onKnown }: ReadProps): ReactElement | null {
  const { answer, problem, reload } = useOwn<{ data: OwnObjection[] }>(userId, `${PATH}/mine`);
  const own = answer?.data;
  useEffect(() => {
    onKnown(own ? { own, reload } : undefined);
    // Those of one who logs out are nobody else's.
    return () => onKnown(undefined);
  }, [own, reload, onKnown]);
  if (!problem) return null;
  return <OwnProblem problem={problem} hasAnswer={own !== undefined} waiting="" reload={reload} />;
}

/** Below one declaration: the way to object, or what became of one's own objection. */
export function Objecting({ itemId, title }: Props): ReactElement {
  const { state, user } = useVisitor();
  if (state === "guest") {
    return (
      <p className="publicity-way">
        <a className="link" href="/login?redirect=%2Fpublicity">
          登录后提出异议
        </a>
      </p>
    );
  }
  if (!user) return <p className="publicity-way" />;
  return <Way key={user.userId} itemId={itemId} title={title} userId={user.userId} />;
}

function Way({ itemId, title, userId }: Props & { readonly userId: number }): ReactElement {
  const typed = nameOf(userId, itemId);
  const [isOpen, setOpen] = useState(() => hasTyped(typed));
  const [problem, setProblem] = useState("");
  const known = useContext(KnownContext);
  const own = known?.own.find((each) => each.itemId === itemId);
  /** Handed in, or given up. */
  const close = () => {
    forgetTyped(typed);
    setOpen(false);
  };
  const withdraw = async () => {
    setProblem("");
    try {
      await callAsMember(userId, "POST", `${PATH}/withdraw`, { body: { id: own?.id } });
      showToast("异议已撤回");
      await known?.reload();
    } catch (error) {
      setProblem(errorText(error));
    }
  };
  return (
    <div className="publicity-way">
      {own ? (
        <div className="publicity-own">
          <p>
            {`您于 ${own.createTime.slice(0, 16)} 提出了异议：`}
            <b>{own.stateName}</b>
          </p>
          {own.answer ? <p>{`答复：${own.answer}`}</p> : null}
          {own.state === 0 ? (
            <button type="button" className="link" onClick={() => void withdraw()}>
              撤回异议
            </button>
          ) : null}
        </div>
      ) : null}
      {problem ? (
        <p className="form-message" role="alert">
          {problem}
        </p>
      ) : null}
      {own?.state === 0 ? null : isOpen ? (
        <ObjectionForm
          itemId={itemId}
          title={title}
          userId={userId}
          onClose={close}
          onSent={async () => {
            close();
            await known?.reload();
          }}
        />
      ) : (
        <button
          type="button"
          className="btn btn-outline btn-small"
          aria-label={`提出异议「${title}」`}
          onClick={() => setOpen(true)}
        >
          提出异议
        </button>
      )}
    </div>
  );
}

type FormProps = Props & {
  readonly userId: number;
  readonly onClose: () => void;
  readonly onSent: () => Promise<void>;
};

/** What is typed is an accusation with a name: it stays in this tab alone, until it is sent or given up. */
function ObjectionForm({ itemId, title, userId, ...props }: FormProps): ReactElement {
  const form = useTypedForm(nameOf(userId, itemId), NOTHING);
  const id = `objection-${itemId}`;
  const { reason } = form.values;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector("input")?.focus({ preventScroll: true }), []);
  const onSubmit = form.submit(objectionProblems, async (values) => {
    await callAsMember(userId, "POST", PATH, { body: { ...values, itemId } });
    showToast("异议已提交，处理结果会通知您");
    await props.onSent();
  });
  const help = `${OBJECTION.least} 到 ${OBJECTION.most} 个字，写明理由和依据`;
  return (
    <div ref={box}>
      <form
        className="form publicity-form"
        method="post"
        aria-label={`对《${title}》的异议`}
        noValidate
        ref={form.formRef}
        onSubmit={onSubmit}
      >
        <Field
          {...form.field("name")}
          label="姓名或单位名称"
          help="实名提出，不对外公开"
          autoComplete="name"
          maxLength={60}
        />
        <Field
          {...form.field("contact")}
          label="联系方式"
          help="电话或电子邮箱，只用于核实和答复"
          autoComplete="tel"
          maxLength={80}
        />
        <FieldShell
          id={id}
          label="异议内容"
          error={form.errors.reason}
          help={help}
          aside={<span>{`${Array.from(reason.trim()).length} / ${OBJECTION.most}`}</span>}
        >
          <textarea
            id={id}
            name="reason"
            className="input"
            rows={6}
            value={reason}
            onChange={(event) => form.set("reason", event.target.value)}
            aria-invalid={form.errors.reason ? true : undefined}
            aria-describedby={hintId(id, { error: form.errors.reason, help })}
          />
        </FieldShell>
        <SubmitButton
          isBusy={form.isBusy}
          label="提交异议"
          busyLabel="正在提交"
          message={form.message}
        />
        <button type="button" className="link" onClick={props.onClose}>
          先不提交
        </button>
      </form>
    </div>
  );
}

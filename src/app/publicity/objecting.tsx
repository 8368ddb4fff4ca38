import { type ReactElement, useCallback, useEffect, useRef, useState } from "react";
import { OBJECTION, objectionProblems } from "#src/lib/declare/objection-life.ts";
import { FieldShell, hintId } from "#src/site/form/field-shell.tsx";
import { Field, SubmitButton } from "#src/site/form/form.tsx";
import { localCopy } from "#src/site/form/local-copy.ts";
import { useForm } from "#src/site/form/use-form.ts";
import { errorText } from "#src/site/session/http.ts";
import { callAsMember } from "#src/site/session/member-session.ts";
import { useVisitor } from "#src/site/session/session.ts";
import { showToast } from "#src/site/shell/toast.tsx";
import type { OwnObjection } from "../declaration/objection/wire.ts";
import "#src/site/form/upload-list.css";

const PATH = "/api/declaration/objection";

type Props = { readonly itemId: number; readonly title: string };
type Typed = { name: string; contact: string; reason: string };

const NOTHING: Typed = { name: "", contact: "", reason: "" };

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
  const [copy] = useState(() =>
    localCopy<Typed>(`objection:${userId}:${itemId}`, ({ reason }) => typeof reason === "string"),
  );
  const [isOpen, setOpen] = useState(() => copy.read() !== undefined);
  const [own, setOwn] = useState<OwnObjection>();
  const [problem, setProblem] = useState("");
  const load = useCallback(async () => {
    try {
      const { data } = await callAsMember<{ data: OwnObjection[] }>(userId, "GET", `${PATH}/mine`);
      setOwn(data.find((each) => each.itemId === itemId));
    } catch (error) {
      setProblem(errorText(error));
    }
  }, [userId, itemId]);
  useEffect(() => void load(), [load]);
  const withdraw = async () => {
    setProblem("");
    try {
      await callAsMember(userId, "POST", `${PATH}/withdraw`, { body: { id: own?.id } });
      showToast("异议已撤回");
      await load();
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
          first={copy.read() ?? NOTHING}
          onTyped={copy.keep}
          onClose={() => setOpen(false)}
          onSent={async () => {
            copy.forget();
            setOpen(false);
            await load();
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
  readonly first: Typed;
  readonly onTyped: (typed: Typed) => void;
  readonly onClose: () => void;
  readonly onSent: () => Promise<void>;
};

/** What is typed stays on this device until it is sent. */
function ObjectionForm({ itemId, title, userId, first, ...props }: FormProps): ReactElement {
  const form = useForm(first);
  const id = `objection-${itemId}`;
  const { reason } = form.values;
  const { onTyped } = props;
  const [begun] = useState(first);
  useEffect(() => {
    if (form.values !== begun) onTyped(form.values);
  }, [form.values, begun, onTyped]);
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

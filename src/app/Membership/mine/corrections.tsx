import { type ReactElement, useState } from "react";
import { nameOfCorrectionState, PROOFS } from "#src/lib/membership/correction-life.ts";
import { IDENTITY_CONSENT, IDENTITY_CONSENT_FIRST } from "#src/lib/people/agreement.ts";
import { checkCreditCode } from "#src/lib/people/credit-code.ts";
import { checkPaperNumber, PAPERS, type Paper } from "#src/lib/people/paper-number.ts";
import { checkRealName } from "#src/lib/people/real-name.ts";
import { formatDay } from "#src/lib/text/dates.ts";
import { isReason, REASON_ASKED } from "#src/lib/text/reason.ts";
import { PURPOSES } from "#src/lib/upload/upload-rules.ts";
import { FieldShell } from "#src/site/form/field-shell.tsx";
import { CheckField, Field } from "#src/site/form/form.tsx";
import { ProblemLine } from "#src/site/form/problem-line.tsx";
import { UploadList } from "#src/site/form/upload-list.tsx";
import { forgetTyped, hasTyped, useTypedFiles, useTypedForm } from "#src/site/form/use-typed.ts";
import { useOwn } from "#src/site/personal/use-own.ts";
import { errorText } from "#src/site/session/http.ts";
import { callAsMember } from "#src/site/session/member-session.ts";
import { showToast } from "#src/site/shell/toast.tsx";
import type { OwnCorrection } from "../../member/correction/wire.ts";
import type { OwnData } from "../../member/own/wire.ts";

const PATH = "/api/bll/member/correction";

/** Of the form, where what is typed is kept. */
const nameOf = (userId: number) => `correction:${userId}`;

type Props = {
  readonly userId: number;
  readonly data: OwnData;
  /** The register may have changed. */
  readonly onChanged: () => Promise<void>;
};

/** What one cannot change alone: a name, a number of one's papers. It is asked for with a proof. */
export function Corrections({ userId, data, onChanged }: Props): ReactElement | null {
  const { answer, reload } = useOwn<{ data: OwnCorrection[] }>(userId, `${PATH}/mine`);
  const [isAsking, setAsking] = useState(() => hasTyped(nameOf(userId)));
  const [problem, setProblem] = useState("");
  const rows = answer?.data;
  if (!rows) return null;
  const open = rows.find(({ state }) => state === "asked");
  const isUnit = data.memberType === "02";
  const words = isUnit ? "单位名称或统一社会信用代码" : "姓名或证件号码";

  const withdraw = async ({ id, version }: OwnCorrection) => {
    setProblem("");
    try {
      await callAsMember(userId, "PUT", `${PATH}/withdraw`, { body: { id, version } });
      showToast("已撤回");
    } catch (error) {
      setProblem(errorText(error));
    }
    await Promise.all([reload(), onChanged()]);
  };

  return (
    <>
      {rows.length > 0 ? (
        <ul className="mine-corrections">
          {rows.map((row) => (
            <li key={row.id}>
              <b data-state={row.state}>{nameOfCorrectionState(row.state)}</b>
              <span>{`更正${row.what || "资料"}`}</span>
              <span className="mine-meta">{row.createTime.slice(0, 10)} 提交</span>
              {row.opinion ? <p>{row.opinion}</p> : null}
            </li>
          ))}
        </ul>
      ) : null}
      {open ? (
        <div className="mine-ways">
          <button type="button" className="link" onClick={() => void withdraw(open)}>
            撤回更正申请
          </button>
        </div>
      ) : isAsking ? (
        <AskForm
          userId={userId}
          data={data}
          onDone={async () => {
            setAsking(false);
            await reload();
          }}
          onLeft={() => {
            forgetTyped(nameOf(userId));
            setAsking(false);
          }}
        />
      ) : (
        <p className="mine-ask">
          {`${words}有误或已变更？`}
          <button type="button" className="link" onClick={() => setAsking(true)}>
            申请更正
          </button>
        </p>
      )}
      <ProblemLine text={problem} />
    </>
  );
}

type AskProps = {
  readonly userId: number;
  readonly data: OwnData;
  readonly onDone: () => Promise<void>;
  readonly onLeft: () => void;
};

function AskForm({ userId, data, onDone, onLeft }: AskProps): ReactElement {
  const isUnit = data.memberType === "02";
  const form = useTypedForm(
    nameOf(userId),
    {
      name: "",
      idType: data.idType || "identity",
      idNo: "",
      creditCode: "",
      reason: "",
    },
    ["idNo"],
  );
  const { files, links, change } = useTypedFiles(nameOf(userId));
  const [isConsented, setConsented] = useState(false);
  const purpose = isUnit ? PROOFS.unit : PROOFS.person;
  const send = form.submit(
    ({ name, idType, idNo, creditCode, reason }) => ({
      name:
        !name.trim() && !idNo.trim() && !creditCode.trim()
          ? "请至少填写一项与登记不同的内容"
          : name.trim() && !isUnit
            ? checkRealName(name)
            : undefined,
      idNo: idNo.trim()
        ? checkPaperNumber(idType as Paper, idNo, formatDay(new Date()))
        : undefined,
      creditCode: creditCode.trim() ? checkCreditCode(creditCode) : undefined,
      sensitiveConsent: idNo.trim() && !isConsented ? IDENTITY_CONSENT_FIRST : undefined,
      reason: isReason(reason.trim()) ? undefined : REASON_ASKED,
      files: files.length > 0 ? undefined : "请上传证明材料",
    }),
    async (values) => {
      await callAsMember(userId, "POST", PATH, {
        body: { ...values, files, sensitiveConsent: isConsented },
      });
      forgetTyped(nameOf(userId));
      showToast("更正申请已提交");
      await onDone();
    },
  );
  return (
    <form ref={form.formRef} className="form" noValidate onSubmit={send}>
      <h3>申请更正</h3>
      <p className="mine-meta">只填写要更正的；没有填的保持不变。预计 3 个工作日内办理。</p>
      <Field
        {...form.field("name")}
        label={isUnit ? "更正后的单位名称" : "更正后的姓名"}
        help={`现在登记的是“${data.name}”`}
        maxLength={100}
      />
      {isUnit ? (
        <Field
          {...form.field("creditCode")}
          label="更正后的统一社会信用代码"
          help={data.creditCode ? `现在登记的是 ${data.creditCode}` : "现在没有登记"}
          maxLength={30}
        />
      ) : (
        <>
          <FieldShell id="correct-paper" label="证件类型">
            <select
              id="correct-paper"
              className="input"
              value={form.values.idType}
              onChange={(event) => form.set("idType", event.target.value)}
            >
              {Object.entries(PAPERS).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </FieldShell>
          <Field
            {...form.field("idNo")}
            label="更正后的证件号码"
            help={data.idNo ? `现在登记的是 ${data.idNo}` : "现在没有登记"}
            maxLength={30}
          />
          {form.values.idNo.trim() ? (
            <CheckField
              name="sensitiveConsent"
              isChecked={isConsented}
              onChange={(next) => {
                setConsented(next);
                form.clear("sensitiveConsent");
              }}
              error={form.errors.sensitiveConsent}
            >
              {IDENTITY_CONSENT}
            </CheckField>
          ) : null}
        </>
      )}
      <Field
        {...form.field("reason")}
        label="原因"
        help={isUnit ? "如：机构更名，已办变更登记" : "如：改名，已换领身份证"}
        maxLength={200}
      />
      <UploadList
        id="correct-files"
        label="证明材料"
        userId={userId}
        purpose={purpose}
        types={PURPOSES[purpose].types}
        max={PROOFS.most}
        files={files}
        links={links}
        error={form.errors.files}
        help={isUnit ? "登记证书或变更核准文件" : "身份证或户口簿上的变更记录；只有办理人员能看到"}
        onChange={(next, link) => {
          change(next, link);
          form.clear("files");
        }}
      />
      <ProblemLine text={form.message} />
      <div className="mine-ways">
        <button type="submit" className="btn btn-primary" aria-disabled={form.isBusy}>
          {form.isBusy ? "正在提交…" : "提交更正申请"}
        </button>
        <button type="button" className="link" onClick={onLeft}>
          取消
        </button>
      </div>
    </form>
  );
}

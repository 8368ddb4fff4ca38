import { type ReactElement, useState } from "react";
import { checkPhone } from "#src/lib/people/phone.ts";
import { REASON_ASKED } from "#src/lib/text/reason.ts";
import { CheckField, Field, SubmitButton } from "#src/site/form/form.tsx";
import { readKept, useKept } from "#src/site/form/kept-values.ts";
import { useForm } from "#src/site/form/use-form.ts";
import { callAsMember } from "#src/site/session/member-session.ts";
import type { Told } from "./use-door.ts";

const EMPTY = { name: "", phone: "", unit: "", reason: "" };

type Props = {
  readonly userId: number;
  readonly activityId: number;
  readonly door: string;
  readonly isOffline: boolean;
  readonly canGoBeyond: boolean;
  readonly onDone: (told: Told) => Promise<void>;
};

/** Enters one who came without having signed up, and lets them in at once. */
export function WalkInForm({
  userId,
  activityId,
  door,
  isOffline,
  canGoBeyond,
  onDone,
}: Props): ReactElement {
  const keptAs = `walk-in-${activityId}`;
  const form = useForm({ ...EMPTY, ...readKept(keptAs, userId) });
  useKept(keptAs, userId, form.values);
  const [isOver, setOver] = useState(false);
  const full = form.errors.isOver;
  const onSubmit = form.submit(
    ({ name, phone }) => ({
      name: name.trim() ? undefined : "请填写姓名",
      phone: checkPhone(phone),
    }),
    async ({ reason, ...values }) => {
      const { data } = await callAsMember<{ data: { name: string; serial: number } }>(
        userId,
        "POST",
        "/api/activity/door/walkIn",
        { body: { activityId, door, ...values, ...(isOver ? { isOver, reason } : {}) } },
      );
      for (const name of ["name", "phone", "unit", "reason"] as const) form.set(name, "");
      setOver(false);
      await onDone({ kind: "walkIn", ...data });
    },
  );
  return (
    <section className="door-card">
      <h3>现场登记</h3>
      <p className="door-note">
        {isOffline
          ? "离线时不能现场登记：剩余名额要由服务器核对。填写的内容会保留，联网后再登记。"
          : "没有报名的人在这里登记，登记后即已签到。"}
      </p>
      <form className="form" method="post" noValidate ref={form.formRef} onSubmit={onSubmit}>
        <Field {...form.field("name")} label="姓名" autoComplete="off" maxLength={60} />
        <Field
          {...form.field("phone")}
          label="手机号"
          type="tel"
          autoComplete="off"
          maxLength={20}
        />
        <Field {...form.field("unit")} label="单位（选填）" autoComplete="off" maxLength={110} />
        {full && !canGoBeyond ? (
          <p className="field-error" role="alert">
            {full}
          </p>
        ) : null}
        {canGoBeyond && (full || isOver) ? (
          <>
            <CheckField
              name="isOver"
              isChecked={isOver}
              error={full}
              onChange={(isChecked) => {
                setOver(isChecked);
                form.clear("isOver");
              }}
            >
              超员仍登记
            </CheckField>
            {isOver ? (
              <Field
                {...form.field("reason")}
                label="超员原因"
                help={REASON_ASKED}
                autoComplete="off"
                maxLength={200}
              />
            ) : null}
          </>
        ) : null}
        <SubmitButton
          isBusy={form.isBusy}
          label="登记并签到"
          busyLabel="正在登记"
          message={form.message}
        />
      </form>
    </section>
  );
}

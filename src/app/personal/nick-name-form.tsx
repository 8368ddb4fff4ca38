import { useState } from "react";
import { checkNickName } from "../../lib/people/nick-name.ts";
import { Field, SubmitButton } from "../../site/form/form.tsx";
import { readKept, useKept } from "../../site/form/kept-values.ts";
import { useForm } from "../../site/form/use-form.ts";
import { callAsMember } from "../../site/session/member-session.ts";
import { refreshVisitor, type VisitorUser } from "../../site/session/session.ts";
import { showToast } from "../../site/shell/toast.tsx";

const NAME = "nickName";

export function NickNameForm({ user }: { readonly user: VisitorUser }) {
  const { userId, nickName } = user;
  const [first] = useState(() => ({ nickName, ...readKept(NAME, userId) }));
  const form = useForm(first);
  useKept(NAME, userId, form.values);

  const onSubmit = form.submit(
    (values) => ({ nickName: checkNickName(values.nickName) }),
    async (values) => {
      await callAsMember(userId, "PUT", "/system/user/editNickName", { body: values });
      await refreshVisitor();
      showToast("昵称已修改");
    },
  );

  return (
    <form className="form" method="post" noValidate ref={form.formRef} onSubmit={onSubmit}>
      <Field
        {...form.field("nickName")}
        label="昵称"
        help="2-20个字符，显示在页面右上角"
        autoComplete="nickname"
        maxLength={40}
      />
      <SubmitButton isBusy={form.isBusy} label="保存" busyLabel="正在保存" message={form.message} />
    </form>
  );
}

import type { ReactElement } from "react";
import { CodeField } from "../form/form.tsx";
import { useCodeGap } from "../form/use-code-sender.ts";
import type { Form } from "../form/use-form.ts";
import { callAsMember } from "../session/member-session.ts";

type Props<V extends Record<string, string>> = {
  readonly userId: number;
  readonly form: Form<V>;
  readonly name: keyof V & string;
  readonly label: string;
  readonly scene: "changePhone" | "bindPhone" | "bindEmail" | "cancelAccount" | "exportData";
  /** Where it goes to; without it, to one's own phone. */
  readonly to?: () => {
    problems: Record<string, string | undefined>;
    body: Record<string, string>;
  };
  /** To call when no message comes. */
  readonly helpPhone: string;
};

/** A code that is sent to somebody who is logged in, with the button that sends it and counts down. */
export function OwnCodeField<V extends Record<string, string>>(props: Props<V>): ReactElement {
  const { userId, form, name, label, scene, to, helpPhone } = props;
  const sender = useCodeGap({
    form,
    name,
    deliver: async () => {
      const { problems, body } = to?.() ?? { problems: {}, body: {} };
      if (form.refuse(problems)) return false;
      await callAsMember(userId, "POST", "/bllSendCode", { body: { scene, ...body } });
      return true;
    },
    onFailed: (error) => form.fail(error),
  });
  return (
    <CodeField
      {...form.field(name)}
      sender={sender}
      label={label}
      where={scene === "bindEmail" ? "垃圾邮件箱" : "拦截短信"}
      phone={helpPhone}
    />
  );
}

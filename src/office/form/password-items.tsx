import { Form, Input } from "antd";
import type { ComponentProps, ReactNode } from "react";
import { checkPassword, checkRepeat } from "../../lib/people/password.ts";
import { ruleOf } from "./rule-of.ts";

type Field = Pick<ComponentProps<typeof Input.Password>, "size" | "autoFocus" | "ref">;

/** The password that one has now. */
export const OldPassword = ({ label, field }: { label: string; field?: Field }) => (
  <Form.Item
    name="oldPassword"
    label={label}
    rules={[{ required: true, message: `${label}不能为空` }]}
  >
    <Input.Password {...field} maxLength={128} autoComplete="current-password" />
  </Form.Item>
);

/** A password to be. The field takes more than the rule, so that one too long is told and not cut. */
export const NewPassword = ({
  name = "newPassword",
  label,
  noun,
  ownerOf,
  extra,
  field,
}: {
  name?: string;
  label: ReactNode;
  /** What is missing where nothing was typed: 新密码, 用户密码. */
  noun: string;
  /** Whose it will be: it must not contain their names. */
  ownerOf: () => Parameters<typeof checkPassword>[1];
  extra?: ReactNode;
  field?: Field;
}) => (
  <Form.Item
    name={name}
    label={label}
    extra={extra}
    rules={[
      ruleOf((value) => (value === "" ? `${noun}不能为空` : checkPassword(value, ownerOf()))),
    ]}
  >
    <Input.Password {...field} maxLength={40} autoComplete="new-password" />
  </Form.Item>
);

/** The new password once more. */
export function RepeatPassword({ label, field }: { label: string; field?: Field }) {
  const form = Form.useFormInstance<{ newPassword?: string }>();
  return (
    <Form.Item
      name="confirmPassword"
      label={label}
      dependencies={["newPassword"]}
      rules={[ruleOf((value) => checkRepeat(form.getFieldValue("newPassword") ?? "", value))]}
    >
      <Input.Password {...field} maxLength={40} autoComplete="new-password" />
    </Form.Item>
  );
}

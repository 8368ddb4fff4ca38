import { useMutation } from "@tanstack/react-query";
import { Button, Form, Input, Radio } from "antd";
import { useState } from "react";
import { checkEmail } from "#src/lib/people/email.ts";
import { checkNickName } from "#src/lib/people/nick-name.ts";
import { checkPhone } from "#src/lib/people/phone.ts";
import { showRefusal } from "#src/office/calls/form-errors.ts";
import { call } from "#src/office/calls/http.ts";
import { notify } from "#src/office/calls/notify.ts";
import { tellChange } from "#src/office/calls/queries.ts";
import { ruleOf } from "#src/office/form/rule-of.ts";
import { useOfficeForm } from "#src/office/form/use-office-form.ts";
import { useDirty } from "#src/office/tabs/tab.tsx";
import type { ProfileUser } from "./profile.ts";

type Values = { nickName: string; phonenumber: string; email: string; sex: string };

const NAMES = ["nickName", "phonenumber", "email", "sex"] as const;

/**
 * Nickname, phone, mail, sex. Phone and mail come masked, so an untouched field is never sent; the
 * nickname has a call of its own (specification 7).
 */
export function DataForm({ profile }: { profile: ProfileUser }) {
  const [form] = useOfficeForm<Values>();
  const [isDirty, setDirty] = useState(false);
  useDirty(isDirty);
  const before: Values = {
    nickName: profile.nickName,
    phonenumber: profile.phonenumber,
    email: profile.email,
    sex: profile.sex,
  };
  const changedIn = (values: Values) =>
    Object.fromEntries(
      NAMES.filter((name) => values[name] !== before[name]).map((name) => [name, values[name]]),
    );

  const save = useMutation({
    mutationFn: async (values: Values) => {
      const { nickName, ...rest } = changedIn(values);
      if (nickName !== undefined) {
        await call("PUT", "/system/user/editNickName", { body: { nickName }, isQuiet: true });
      }
      if (Object.keys(rest).length > 0) {
        await call("PUT", "/system/user/profile", { body: rest, isQuiet: true });
      }
    },
    onSuccess: async () => {
      setDirty(false);
      notify.success("个人资料已保存");
      await tellChange(["profile"]);
    },
    onError: (error) => showRefusal(form, NAMES, error),
  });

  return (
    <section className="o-block" aria-labelledby="pf-data">
      <div className="o-block-head">
        <h2 id="pf-data">基本资料</h2>
      </div>
      <Form
        form={form}
        layout="vertical"
        className="o-block-body pf-form"
        requiredMark={false}
        initialValues={before}
        onValuesChange={(_change, values) =>
          setDirty(Object.keys(changedIn(values as Values)).length > 0)
        }
        onFinish={(values) => save.mutate(values)}
      >
        <Form.Item
          name="nickName"
          label={<Ruled label="昵称" rule="2-20 个字符" />}
          rules={[
            ruleOf((value) =>
              value === before.nickName ? undefined : checkNickName(value, { isStaff: true }),
            ),
          ]}
        >
          <Input maxLength={20} autoComplete="nickname" />
        </Form.Item>
        <Form.Item
          name="phonenumber"
          label={<Ruled label="手机号码" rule="11 位，可用于登录" />}
          rules={[
            ruleOf((value) => (value === before.phonenumber ? undefined : checkPhone(value))),
          ]}
        >
          <Input maxLength={20} inputMode="tel" autoComplete="tel" />
        </Form.Item>
        <Form.Item
          name="email"
          label={<Ruled label="邮箱" rule="用于接收通知" />}
          rules={[
            ruleOf((value) =>
              value === "" || value === before.email ? undefined : checkEmail(value),
            ),
          ]}
        >
          <Input maxLength={64} inputMode="email" autoComplete="email" />
        </Form.Item>
        <Form.Item name="sex" label="性别">
          <Radio.Group
            options={[
              { value: "0", label: "男" },
              { value: "1", label: "女" },
              { value: "2", label: "未知" },
            ]}
          />
        </Form.Item>
        <div className="pf-actions">
          <Button type="primary" htmlType="submit" loading={save.isPending} disabled={!isDirty}>
            保存资料
          </Button>
          <Button
            disabled={!isDirty}
            onClick={() => {
              form.setFieldsValue(before);
              setDirty(false);
            }}
          >
            恢复
          </Button>
        </div>
      </Form>
    </section>
  );
}

/** A label with its rule beside it, before anything is wrong. */
export function Ruled({ label, rule }: { label: string; rule: string }) {
  return (
    <>
      {label}
      <span className="o-note pf-rule">{rule}</span>
    </>
  );
}

import { Form, type FormInstance } from "antd";
import { useEffect } from "react";

/**
 * Ant Design's form whose texts of what is wrong are still there when its tab is shown again: a hidden
 * field keeps them, but its line forgets to show them.
 */
export function useOfficeForm<Values extends object = Record<string, unknown>>(): [
  FormInstance<Values>,
] {
  const [form] = Form.useForm<Values>();
  useEffect(() => {
    const wrong = form.getFieldsError().filter(({ errors }) => errors.length > 0);
    form.setFields(wrong as Parameters<typeof form.setFields>[0]);
  }, [form]);
  return [form];
}

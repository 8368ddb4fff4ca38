import { ArrowUpOutlined, DeleteOutlined, PlusOutlined } from "@ant-design/icons";
import { Button, Form } from "antd";
import type { ReactElement } from "react";

type RowField = {
  key: string;
  label: string;
  input: ReactElement;
  isFlag?: true;
  isShort?: true;
};

/** A list of rows with the same fields: added, removed, moved up. */
export function RowsField({
  name,
  noun,
  empty,
  fields,
}: {
  name: string;
  noun: string;
  empty: Readonly<Record<string, unknown>>;
  fields: readonly RowField[];
}) {
  return (
    <Form.List name={name}>
      {(rows, { add, remove, move }, { errors }) => (
        <>
          <ol className="ae-rows">
            {rows.map((row, index) => (
              <li key={row.key} aria-label={`${noun}第 ${index + 1} 项`}>
                {fields.map(({ key, label, input, isFlag, isShort }) => (
                  <Form.Item
                    key={key}
                    name={[row.name, key]}
                    label={label || undefined}
                    {...(isFlag ? { valuePropName: "checked" } : {})}
                    className={isShort ? "ae-cell ae-cell-short" : "ae-cell"}
                  >
                    {input}
                  </Form.Item>
                ))}
                <span className="ae-row-acts">
                  {index > 0 && (
                    <Button
                      type="text"
                      icon={<ArrowUpOutlined aria-hidden />}
                      aria-label={`${noun}第 ${index + 1} 项上移`}
                      onClick={() => move(index, index - 1)}
                    />
                  )}
                  <Button
                    type="text"
                    icon={<DeleteOutlined aria-hidden />}
                    aria-label={`删除${noun}第 ${index + 1} 项`}
                    onClick={() => remove(row.name)}
                  />
                </span>
              </li>
            ))}
          </ol>
          <Form.ErrorList errors={errors} />
          <Button icon={<PlusOutlined aria-hidden />} onClick={() => add({ ...empty })}>
            {`添加${noun}`}
          </Button>
        </>
      )}
    </Form.List>
  );
}

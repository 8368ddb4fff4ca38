import { Form, Input, InputNumber } from "antd";
import { addressProblem, isSitePath, MAX_ADDRESS } from "../../lib/address/site-address.ts";
import { Ruled } from "./crud-drawer.tsx";
import { DictRadio } from "./dict.tsx";
import "./desk-parts.css";

// Items that the forms of the content desk have in common; texts are the server's own.

/** An address: a path of this site or http(s). */
export function AddressItem({
  name = "linkUrl",
  label = "链接地址",
  isRequired = false,
}: {
  name?: string;
  label?: string;
  isRequired?: boolean;
}) {
  return (
    <Form.Item
      name={name}
      label={
        <Ruled
          label={label}
          rule={`/ 开头的站内路径或 http(s)://${isRequired ? "" : "，可留空"}`}
        />
      }
      rules={[
        ...(isRequired ? [{ required: true, message: `${label}不能为空` }] : []),
        { max: MAX_ADDRESS, message: `${label}长度不能超过${MAX_ADDRESS}个字符` },
        {
          validator: async (_rule, value: string | undefined) => {
            const plain = (value ?? "").trim();
            const wrong = plain === "" ? undefined : addressProblem(label, plain);
            if (wrong) throw new Error(wrong);
          },
        },
      ]}
    >
      <Input inputMode="url" className="cr-code" />
    </Form.Item>
  );
}

export const OrderItem = () => (
  <Form.Item name="orderNum" label={<Ruled label="显示顺序" rule="从小到大排列" />}>
    <InputNumber min={0} max={999_999} precision={0} />
  </Form.Item>
);

export const StatusItem = ({ rule = "停用后网站上不再显示" }: { rule?: string }) => (
  <Form.Item name="status" label={<Ruled label="状态" rule={rule} />}>
    <DictRadio type="sys_normal_disable" />
  </Form.Item>
);

/** An address in a list; one that leads to a page opens it. */
export function AddressText({ href }: { href: string }) {
  if (!href) return <>—</>;
  const isOpen = isSitePath(href) || /^https?:\/\//i.test(href);
  return isOpen ? (
    <a className="dp-address" href={href} target="_blank" rel="noopener noreferrer">
      {href}
    </a>
  ) : (
    <span className="dp-address">{href}</span>
  );
}

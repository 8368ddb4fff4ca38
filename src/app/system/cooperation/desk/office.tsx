import { Form, Input } from "antd";
import { Ruled, textRules } from "#src/office/form/crud-drawer.tsx";
import { AddressItem, AddressText, OrderItem, StatusItem } from "#src/office/form/desk-items.tsx";
import { DictTag } from "#src/office/form/dict.tsx";
import { PictureField } from "#src/office/form/picture-field.tsx";
import { CrudPage } from "#src/office/list/crud-page.tsx";
import type { Column, Entity, Filter } from "#src/office/list/crud-types.ts";
import { addressOf } from "#src/office/upload/upload-file.ts";
import { COOPERATION_MARKS, CooperationMark } from "#src/site/lists/cooperation-marks.tsx";

type Body = {
  id: number;
  linkName: string;
  linkUrl: string;
  logo: string;
  orderNum: number;
  status: string;
  createTime: string;
};

const ENTITY: Entity<Body> = {
  noun: "合作单位",
  path: "/system/cooperation/desk",
  permi: "content:cooperation",
  id: "id",
  name: "linkName",
  isUnexported: true,
};

const FILTERS: Filter[] = [
  { kind: "text", name: "linkName", label: "单位名称" },
  { kind: "dict", name: "status", label: "状态", dict: "sys_normal_disable" },
];

const markOf = (logo: string) => COOPERATION_MARKS.find((name) => logo === `mark:${name}`);

function Logo({ logo }: { logo: string }) {
  const mark = markOf(logo);
  if (mark) return <CooperationMark name={mark} />;
  return logo.startsWith("/") ? <img src={addressOf(logo)} alt="" loading="lazy" /> : null;
}

const COLUMNS: Column<Body>[] = [
  {
    key: "linkName",
    title: "单位名称",
    isSortable: true,
    render: (row) => (
      <span className="dp-thumb">
        <Logo logo={row.logo} />
        {row.linkName}
      </span>
    ),
  },
  { key: "linkUrl", title: "单位网址", render: (row) => <AddressText href={row.linkUrl} /> },
  { key: "orderNum", title: "显示顺序", width: 110, isNumber: true, isSortable: true },
  {
    key: "status",
    title: "状态",
    width: 100,
    render: (row) => <DictTag type="sys_normal_disable" value={row.status} />,
  },
  { key: "createTime", title: "创建时间", width: 170, isExtra: true },
];

/** 合作单位 (menu row 2005): on the home page. */
export default function CooperationDesk() {
  return (
    <CrudPage
      entity={ENTITY}
      title="合作单位"
      filters={FILTERS}
      columns={COLUMNS}
      form={{
        names: ["linkName", "linkUrl", "logo", "orderNum", "status"],
        initial: { orderNum: 0, status: "0", logo: "" },
        fields: () => (
          <>
            <Form.Item
              name="linkName"
              label={<Ruled label="单位名称" rule="最多 50 个字符，建议 8 个字以内" />}
              rules={textRules("单位名称", 50)}
            >
              <Input maxLength={60} />
            </Form.Item>
            <AddressItem label="单位网址" />
            <Form.Item
              name="logo"
              label={<Ruled label="标志" rule="图片，或下面的线条图案；可以没有" />}
            >
              <LogoField />
            </Form.Item>
            <OrderItem />
            <StatusItem />
          </>
        ),
      }}
    />
  );
}

/** A picture of the library, or one of the drawn marks. */
function LogoField({
  id,
  value = "",
  onChange,
}: {
  id?: string;
  value?: string;
  onChange?: (value: string) => void;
}) {
  return (
    <>
      <PictureField
        {...(id ? { id } : {})}
        label="标志"
        value={value}
        {...(onChange ? { onChange } : {})}
      />
      <div className="dp-choices dp-marks" role="radiogroup" aria-label="线条图案">
        {COOPERATION_MARKS.map((name, index) => (
          <label key={name}>
            <input
              type="radio"
              name="logo-mark"
              aria-label={`图案 ${index + 1}`}
              checked={value === `mark:${name}`}
              onChange={() => onChange?.(`mark:${name}`)}
            />
            <CooperationMark name={name} />
          </label>
        ))}
      </div>
    </>
  );
}

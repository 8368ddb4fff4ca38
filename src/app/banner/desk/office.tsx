import { Alert, Form, Input } from "antd";
import { Ruled, textRules } from "#src/office/form/crud-drawer.tsx";
import { AddressItem, AddressText, OrderItem, StatusItem } from "#src/office/form/desk-items.tsx";
import { PictureField } from "#src/office/form/picture-field.tsx";
import { MomentField } from "#src/office/form/plain-fields.tsx";
import { CrudPage } from "#src/office/list/crud-page.tsx";
import type { Column, Entity, Filter } from "#src/office/list/crud-types.ts";
import { addressOf } from "#src/office/upload/upload-file.ts";
import { RangeNote } from "./range-note.tsx";

type BannerRow = {
  id: number;
  bannerName: string;
  picture: string;
  alt: string;
  linkUrl: string;
  orderNum: number;
  beginTime: string | null;
  endTime: string | null;
  status: string;
  createTime: string;
};

const ENTITY: Entity<BannerRow> = {
  noun: "横幅",
  path: "/api/bll/banner/desk",
  permi: "content:banner",
  id: "id",
  name: "bannerName",
  unit: "条",
  isUnexported: true,
};

const FILTERS: Filter[] = [
  { kind: "text", name: "bannerName", label: "标题" },
  { kind: "dict", name: "status", label: "状态", dict: "sys_normal_disable" },
];

const COLUMNS: Column<BannerRow>[] = [
  {
    key: "bannerName",
    title: "标题",
    render: (row) => (
      <span className="dp-thumb">
        {row.picture && <img src={addressOf(row.picture)} alt="" loading="lazy" />}
        {row.bannerName}
      </span>
    ),
  },
  { key: "linkUrl", title: "链接地址", render: (row) => <AddressText href={row.linkUrl} /> },
  { key: "beginTime", title: "显示时间", width: 210, render: (row) => <RangeNote row={row} /> },
  { key: "orderNum", title: "显示顺序", width: 110, isNumber: true, isSortable: true },
  { key: "alt", title: "说明文字", isExtra: true },
  { key: "createTime", title: "创建时间", width: 170, isExtra: true },
];

/** 首页横幅 (menu row 2006). */
export default function BannerDesk() {
  return (
    <CrudPage
      entity={ENTITY}
      title="首页横幅"
      filters={FILTERS}
      columns={COLUMNS}
      form={{
        names: [
          "bannerName",
          "picture",
          "alt",
          "linkUrl",
          "beginTime",
          "endTime",
          "orderNum",
          "status",
        ],
        initial: { orderNum: 0, status: "0", picture: "" },
        fields: () => <BannerFields />,
      }}
    />
  );
}

function BannerFields() {
  const form = Form.useFormInstance();
  return (
    <>
      <Alert
        className="dp-note"
        type="info"
        showIcon
        title="首页最多同时显示 3 条，按显示顺序取前面的；没有图片的画成底纹加标题。长辈版不显示横幅。"
      />
      <Form.Item
        name="bannerName"
        label={<Ruled label="标题" rule="最多 40 个字符" />}
        rules={textRules("标题", 40)}
      >
        <Input maxLength={50} />
      </Form.Item>
      <Form.Item
        name="picture"
        label={<Ruled label="横幅图片" rule="单条时约 5:1，多条时约 5:2，可以没有" />}
      >
        <PictureField
          label="横幅图片"
          onPicked={({ alt }) => {
            if (alt && !form.getFieldValue("alt")) form.setFieldValue("alt", alt);
          }}
        />
      </Form.Item>
      <Form.Item
        name="alt"
        label={<Ruled label="说明文字" rule="有图片时必填，念给看不到图片的人听" />}
        rules={[{ max: 100, message: "说明文字长度不能超过100个字符" }]}
      >
        <Input maxLength={110} />
      </Form.Item>
      <AddressItem />
      <Form.Item name="beginTime" label={<Ruled label="开始时间" rule="留空：立即" />}>
        <MomentField />
      </Form.Item>
      <Form.Item name="endTime" label={<Ruled label="结束时间" rule="留空：一直显示" />}>
        <MomentField />
      </Form.Item>
      <OrderItem />
      <StatusItem />
    </>
  );
}

import { Alert, Form } from "antd";
import { columnOf, filtersOf, MADE } from "#src/office/fields/columns.tsx";
import { FieldItem } from "#src/office/fields/item.tsx";
import { PictureField } from "#src/office/form/picture-field.tsx";
import { CrudPage } from "#src/office/list/crud-page.tsx";
import type { Column, Entity } from "#src/office/list/crud-types.ts";
import { addressOf } from "#src/office/upload/upload-file.ts";
import { BANNER, type BannerRow } from "./fields.ts";
import { RangeNote } from "./range-note.tsx";

const ENTITY: Entity<BannerRow> = {
  noun: "横幅",
  path: "/api/bll/banner/desk",
  permi: "content:banner",
  id: "id",
  name: "bannerName",
  unit: "条",
};

const column = columnOf<BannerRow>(BANNER);

const COLUMNS: Column<BannerRow>[] = [
  column("bannerName", {
    render: (row) => (
      <span className="dp-thumb">
        {row.picture && <img src={addressOf(row.picture)} alt="" loading="lazy" />}
        {row.bannerName}
      </span>
    ),
  }),
  column("linkUrl"),
  column("beginTime", {
    title: "显示时间",
    width: 210,
    render: (row) => <RangeNote row={row} />,
  }),
  column("orderNum"),
  column("alt", { isExtra: true }),
  MADE,
];

/** 首页横幅 (menu row 2006). */
export default function BannerDesk() {
  return (
    <CrudPage
      entity={ENTITY}
      title="首页横幅"
      filters={filtersOf(BANNER, "bannerName", "status")}
      columns={COLUMNS}
      form={{
        names: Object.keys(BANNER),
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
      <FieldItem of={BANNER} name="bannerName" />
      <FieldItem of={BANNER} name="picture">
        <PictureField
          label={BANNER.picture.label}
          onPicked={({ alt }) => {
            if (alt && !form.getFieldValue("alt")) form.setFieldValue("alt", alt);
          }}
        />
      </FieldItem>
      <FieldItem of={BANNER} name="alt" />
      <FieldItem of={BANNER} name="linkUrl" />
      <FieldItem of={BANNER} name="beginTime" />
      <FieldItem of={BANNER} name="endTime" />
      <FieldItem of={BANNER} name="orderNum" />
      <FieldItem of={BANNER} name="status" />
    </>
  );
}

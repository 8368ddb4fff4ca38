import { columnOf, filtersOf, MADE } from "#src/office/fields/columns.tsx";
import { FieldItem } from "#src/office/fields/item.tsx";
import { PictureField } from "#src/office/form/picture-field.tsx";
import { CrudPage } from "#src/office/list/crud-page.tsx";
import type { Column, Entity } from "#src/office/list/crud-types.ts";
import { addressOf } from "#src/office/upload/upload-file.ts";
import { COOPERATION_MARKS, CooperationMark } from "#src/site/lists/cooperation-marks.tsx";
import { COOPERATION, type Cooperation } from "./fields.ts";

const ENTITY: Entity<Cooperation> = {
  noun: "合作单位",
  path: "/system/cooperation/desk",
  permi: "content:cooperation",
  id: "id",
  name: "linkName",
};

const markOf = (logo: string) => COOPERATION_MARKS.find((name) => logo === `mark:${name}`);

function Logo({ logo }: { logo: string }) {
  const mark = markOf(logo);
  if (mark) return <CooperationMark name={mark} />;
  return logo.startsWith("/") ? <img src={addressOf(logo)} alt="" loading="lazy" /> : null;
}

const column = columnOf<Cooperation>(COOPERATION);

const COLUMNS: Column<Cooperation>[] = [
  column("linkName", {
    isSortable: true,
    render: (row) => (
      <span className="dp-thumb">
        <Logo logo={row.logo} />
        {row.linkName}
      </span>
    ),
  }),
  column("linkUrl"),
  column("orderNum"),
  column("status"),
  MADE,
];

/** 合作单位 (menu row 2005): on the home page. */
export default function CooperationDesk() {
  return (
    <CrudPage
      entity={ENTITY}
      title="合作单位"
      filters={filtersOf(COOPERATION, "linkName", "status")}
      columns={COLUMNS}
      form={{
        names: Object.keys(COOPERATION),
        initial: { orderNum: 0, status: "0", logo: "" },
        fields: () => (
          <>
            <FieldItem of={COOPERATION} name="linkName" />
            <FieldItem of={COOPERATION} name="linkUrl" />
            <FieldItem of={COOPERATION} name="logo">
              <LogoField />
            </FieldItem>
            <FieldItem of={COOPERATION} name="orderNum" />
            <FieldItem of={COOPERATION} name="status" />
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
        label={COOPERATION.logo.label}
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

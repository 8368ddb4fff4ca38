import { Form } from "antd";
import type { RowOf } from "#src/lib/fields/facts.ts";
import { columnOf, filtersOf, MADE } from "#src/office/fields/columns.tsx";
import { FieldItem } from "#src/office/fields/item.tsx";
import { CrudPage } from "#src/office/list/crud-page.tsx";
import { AccountField } from "./account-field.tsx";
import { ENTITY } from "./entity.ts";

type ExpertRow = RowOf<(typeof ENTITY)["facts"], "id">;

const { noun, unit, path, permi, facts } = ENTITY;
const column = columnOf<ExpertRow>(facts);
const NAMES = Object.keys(facts) as (keyof typeof facts)[];

/** 评审专家 (menu row 2703). */
export default function Experts() {
  return (
    <CrudPage<ExpertRow>
      entity={{ noun, unit: unit ?? "位", path, permi, id: "id", name: "name" }}
      title={noun}
      filters={filtersOf(facts, "name", "unitName", "field", "status")}
      columns={[
        column("name", { isSortable: true }),
        column("unitName"),
        column("post"),
        column("field"),
        column("status"),
        MADE,
      ]}
      form={{
        names: NAMES,
        initial: { status: "0" },
        fields: (row) =>
          NAMES.map((each) => {
            if (each !== "userId") return <FieldItem key={each} of={facts} name={each} />;
            // What somebody judged is theirs: another account is another expert.
            return row ? null : (
              <Form.Item
                key={each}
                name={each}
                label={facts.userId.label}
                extra={facts.userId.rule}
                rules={[{ required: true, message: "请选择专家的账号" }]}
              >
                <AccountField />
              </Form.Item>
            );
          }),
      }}
    />
  );
}

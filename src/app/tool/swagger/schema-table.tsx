import type { Schema } from "./document.ts";
import { rowsOf, type SchemaRow } from "./schema.ts";

/** Fields of a body or an answer, nested ones below their parent and indented. */
export function SchemaTable({
  label,
  schema,
  schemas,
  required = "必填",
}: {
  label: string;
  required?: "必填" | "必有";
  schema: Schema;
  schemas: Readonly<Record<string, Schema>>;
}) {
  const rows = rowsOf(schema, schemas);
  if (rows.length === 0) return <p className="o-note">没有固定的字段。</p>;
  return <FieldTable label={label} rows={rows} required={required} />;
}

export function FieldTable({
  label,
  rows,
  required = "必填",
}: {
  label: string;
  rows: readonly SchemaRow[];
  /** Of an answer nothing is filled in. */
  required?: "必填" | "必有";
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways needs the keyboard
    <section className="sw-table" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">名称</th>
            <th scope="col">类型</th>
            <th scope="col">{required}</th>
            <th scope="col">说明</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row" style={{ paddingLeft: 10 + row.depth * 18 }}>
                <code>{row.name}</code>
              </th>
              <td>{row.type}</td>
              <td>{row.isRequired ? "是" : ""}</td>
              <td>{row.note}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

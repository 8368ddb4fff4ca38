import { useQuery } from "@tanstack/react-query";
import { Form } from "antd";
import { call } from "#src/office/calls/http.ts";
import { Mark } from "#src/office/form/dict.tsx";
import type { ListAnswer } from "#src/office/list/crud-types.ts";
import "./preview.css";

type Entry = {
  dictCode: number;
  dictLabel: string;
  dictValue: string;
  listClass: string;
  cssClass: string;
  isDefault: string;
  status: string;
};

const PATH = "/system/dict/data";
/** A strip of more is a list, and that stands below. */
const MAX_SHOWN = 40;

/** A class that would be refused is not drawn: it must not reach beyond its attribute. */
const isClass = (text: string) => /^[\w\- ]{0,100}$/.test(text);

/** The entry as lists will show it, while it is typed: on white, and in a chosen row. */
export function EntryPreview() {
  const label = Form.useWatch<string | undefined>("dictLabel")?.trim() ?? "";
  const listClass = Form.useWatch<string | null | undefined>("listClass") ?? "";
  const cssClass = Form.useWatch<string | undefined>("cssClass") ?? "";
  const entry = { dictLabel: label, listClass, cssClass: isClass(cssClass) ? cssClass : "" };
  return (
    <section className="dd-preview" aria-label="显示效果">
      <span className="o-note">显示效果</span>
      {label === "" ? (
        <span className="o-note">填写字典标签后，这里显示它在列表里的样子</span>
      ) : (
        <>
          <span className="dd-cell">
            <Mark entry={entry} />
          </span>
          <span className="dd-cell" data-selected="">
            <Mark entry={entry} />
          </span>
        </>
      )}
    </section>
  );
}

/** All entries of a type in their order, as lists and choices show them; those out of use at their place. */
export function EntryStrip({ type }: { type: string }) {
  const { data, error } = useQuery({
    queryKey: [PATH, "strip", type],
    queryFn: ({ signal }) =>
      call<ListAnswer<Entry>>("GET", `${PATH}/list`, {
        query: { dictType: type, pageNum: 1, pageSize: MAX_SHOWN },
        signal,
        isQuiet: true,
      }),
    meta: { isQuiet: true },
  });
  const rows = data?.rows ?? [];
  // The list says itself when there is nothing, or why it could not be read.
  if (error || (data && rows.length === 0)) return null;
  return (
    <section className="o-block dd-strip" aria-label="全部字典数据的显示效果">
      <span className="o-note">显示效果</span>
      <ul>
        {rows.map((row) => (
          <li key={row.dictCode} data-off={row.status === "0" ? undefined : ""}>
            <Mark entry={row} />
            {row.status !== "0" && <span className="o-note">停用</span>}
            {row.isDefault === "Y" && <span className="o-note">默认</span>}
          </li>
        ))}
      </ul>
      {data && data.total > rows.length && (
        <span className="o-note">
          共 {data.total} 项，显示前 {rows.length} 项
        </span>
      )}
    </section>
  );
}

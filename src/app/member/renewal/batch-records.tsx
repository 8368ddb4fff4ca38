import { useQuery } from "@tanstack/react-query";
import { call } from "#src/office/calls/http.ts";
import { savePdf } from "#src/office/list/export-file.ts";
import type { BatchRow } from "./batch/wire.ts";

const BATCH = "/api/bll/member/renewal/batch";

/** The lists that were opened last, each to print again. */
export function BatchRecords() {
  const { data } = useQuery({
    queryKey: [BATCH, "list"],
    queryFn: () =>
      call<{ rows: BatchRow[] }>("GET", `${BATCH}/list`, {
        query: { pageNum: 1, pageSize: 20 },
        isQuiet: true,
      }),
    meta: { isQuiet: true },
  });
  const rows = data?.rows ?? [];
  if (rows.length === 0) return null;
  return (
    <section className="rn-lines" aria-label="代缴记录">
      <h3>代缴记录</h3>
      <ol>
        {rows.map((row) => (
          <li key={row.id}>
            <span className="rn-line">{row.createTime.slice(0, 10)}</span>
            <span>
              {row.payerName}
              <span className="o-note">
                　{row.count} 位，{row.total} 元，已到账 {row.done} 位
              </span>
            </span>
            <button
              type="button"
              className="o-link"
              onClick={() =>
                void savePdf(`${BATCH}/pdf/${row.id}`, `团体代缴清单 ${row.payerName}`)
              }
            >
              打印清单
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

import { useQuery } from "@tanstack/react-query";
import { call } from "#src/office/calls/http.ts";
import { Facts } from "#src/office/figures/figure.tsx";
import { Failure } from "#src/office/shell/card.tsx";

type Value = {
  cacheName: string;
  cacheKey: string;
  cacheValue: string | null;
  remark: string;
};

/** The value of a key as the server shows it, never tokens, answers or settings. */
export function KeyValue({
  cacheName,
  cacheKey,
}: {
  cacheName: string | undefined;
  cacheKey: string | undefined;
}) {
  const isChosen = cacheName !== undefined && !!cacheKey;
  const { data, error, refetch } = useQuery({
    queryKey: ["/monitor/cache", "value", cacheName, cacheKey],
    queryFn: async ({ signal }) =>
      (
        await call<{ data: Value }>(
          "GET",
          `/monitor/cache/getValue/${encodeURIComponent(cacheName ?? "")}/${encodeURIComponent(cacheKey ?? "")}`,
          { signal, isQuiet: true },
        )
      ).data,
    enabled: isChosen,
    meta: { isQuiet: true },
  });
  if (!isChosen) return <p className="o-panel-empty">请选择一个键。</p>;
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <p className="o-panel-empty">正在读取…</p>;
  return (
    <div className="ca-value">
      <Facts
        rows={[
          ["缓存名称", `${data.remark}（${data.cacheName}）`],
          ["键名", <code key="key">{data.cacheKey}</code>],
        ]}
      />
      {data.cacheValue === null ? (
        <p className="o-panel-empty">这个键已失效或已被清除。</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        <section tabIndex={0} aria-label="键的内容">
          <pre>{data.cacheValue}</pre>
        </section>
      )}
    </div>
  );
}

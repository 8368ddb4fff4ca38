import { ReloadOutlined } from "@ant-design/icons";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import type { Permission } from "#src/lib/menu/permission.ts";
import { useCan } from "#src/office/account/can.tsx";
import { call } from "#src/office/calls/http.ts";
import { ask, notify } from "#src/office/calls/notify.ts";
import { tellChange } from "#src/office/calls/queries.ts";
import { ClearCaches } from "#src/office/figures/clear-caches.tsx";
import { Block } from "#src/office/figures/monitor-page.tsx";
import { Failure } from "#src/office/shell/card.tsx";
import { PageSkeleton } from "#src/office/shell/skeleton.tsx";
import { useIsMobile } from "#src/office/shell/use-media.ts";
import { useTab } from "#src/office/tabs/tab.tsx";
import { KeyList } from "./keys.tsx";
import { KeyValue } from "./value.tsx";
import "#src/office/figures/figures.css";
import "./list.css";

type Name = { cacheName: string; remark: string };

/** Clearing a record is a right of its own; the server decides (cache/records.server.ts). */
const NEEDS: Readonly<Record<string, { one: readonly Permission[]; all: readonly Permission[] }>> =
  {
    "login_tokens:": {
      one: ["monitor:online:forceLogout"],
      all: ["monitor:online:forceLogout", "monitor:online:batchLogout"],
    },
    "rate_limit:": { one: ["monitor:logininfor:unlock"], all: ["monitor:logininfor:unlock"] },
    "pwd_err_cnt:": { one: ["monitor:logininfor:unlock"], all: ["monitor:logininfor:unlock"] },
  };

/** What a person should know before clearing. */
const EFFECTS: Readonly<Record<string, string>> = {
  "login_tokens:": "这些登录会立即失效，对方需要重新登录；当前会话保留。",
  "captcha_codes:": "这些验证码会失效，正在登录的人需要换一张。",
  "rate_limit:": "这些地址可以立即再次尝试登录。",
  "pwd_err_cnt:": "这些账号的密码错误次数归零，锁定随之解除。",
};
const COPY_EFFECT = "各进程会重新读取，内容不会丢失。";

/** 缓存列表 (menu row 114): names, the keys of one, and what may be shown of a key. */
export default function CacheListPage() {
  const { query, setQuery } = useTab();
  const can = useCan();
  const isMobile = useIsMobile();
  /** On a phone the next list lies below the window. */
  const lead = (id: string) => {
    if (isMobile) document.getElementById(id)?.scrollIntoView({ block: "start" });
  };
  const names = useQuery({
    queryKey: ["/monitor/cache", "names"],
    queryFn: async ({ signal }) =>
      (await call<{ data: Name[] }>("GET", "/monitor/cache/getNames", { signal, isQuiet: true }))
        .data,
    meta: { isQuiet: true },
  });
  const chosen = names.data?.find(({ cacheName }) => cacheName === query.cacheName);
  const keys = useQuery({
    queryKey: ["/monitor/cache", "keys", chosen?.cacheName],
    queryFn: async ({ signal }) =>
      (
        await call<{ data: string[] }>(
          "GET",
          `/monitor/cache/getKeys/${encodeURIComponent(chosen?.cacheName ?? "")}`,
          { signal, isQuiet: true },
        )
      ).data,
    enabled: chosen !== undefined,
    meta: { isQuiet: true },
  });

  const clearing = useMutation({
    mutationFn: ({ path }: { path: string; done: string }) =>
      call("DELETE", `/monitor/cache/${path}`),
    onSuccess: async (_answer, { done }) => {
      notify.success(done);
      await tellChange(["/monitor/cache"]);
    },
  });
  const effect = chosen && (EFFECTS[chosen.cacheName] ?? COPY_EFFECT);
  const may = (what: "one" | "all") =>
    (NEEDS[chosen?.cacheName ?? ""]?.[what] ?? []).every((permi) => can.permi([permi]));

  const clearName = async ({ cacheName, remark }: Name) => {
    const title = `清空「${remark}」？`;
    if (!(await ask({ title, text: effect ?? "", ok: "清空", isDanger: true }))) return;
    const path = `clearCacheName/${encodeURIComponent(cacheName)}`;
    clearing.mutate({ path, done: `「${remark}」已清空` });
  };
  const clearKey = async (key: string) => {
    const title = `清除键「${key}」？`;
    if (!(await ask({ title, text: effect ?? "", ok: "清除", isDanger: true }))) return;
    const path = `clearCacheKey/${encodeURIComponent(key)}`;
    clearing.mutate({ path, done: `键「${key}」已清除` });
  };

  if (names.isPending) return <PageSkeleton />;
  return (
    <div className="o-page fi">
      <div className="fi-head">
        <h1 className="o-page-title">缓存列表</h1>
        <div className="fi-actions">
          <ClearCaches />
          <Button
            icon={<ReloadOutlined aria-hidden />}
            onClick={() => void tellChange(["/monitor/cache"])}
          >
            刷新
          </Button>
        </div>
      </div>
      {names.error && <Failure error={names.error} onRetry={() => void names.refetch()} />}
      {names.data && (
        <div className="ca-columns">
          <Block id="ca-names" title="缓存名称">
            <ul className="ca-list">
              {names.data.map(({ cacheName, remark }) => (
                <li key={cacheName} data-on={cacheName === chosen?.cacheName}>
                  <button
                    type="button"
                    aria-pressed={cacheName === chosen?.cacheName}
                    onClick={() => {
                      setQuery({ cacheName, cacheKey: undefined });
                      lead("ca-keys");
                    }}
                  >
                    <span>{remark}</span>
                    <span className="fi-sql">{cacheName}</span>
                  </button>
                </li>
              ))}
            </ul>
          </Block>
          <Block
            id="ca-keys"
            title={chosen ? `「${chosen.remark}」的键` : "键名"}
            note={keys.data && `${keys.data.length} 个`}
            actions={
              chosen &&
              !!keys.data?.length &&
              may("all") && (
                <Button size="small" danger onClick={() => void clearName(chosen)}>
                  清空
                </Button>
              )
            }
          >
            <KeyList
              key={chosen?.cacheName}
              prefix={chosen?.cacheName}
              answer={keys}
              chosen={query.cacheKey}
              onChoose={(cacheKey) => {
                setQuery({ cacheKey });
                lead("ca-value");
              }}
              onClear={may("one") ? (key) => void clearKey(key) : undefined}
            />
          </Block>
          <Block id="ca-value" title="内容">
            <KeyValue cacheName={chosen?.cacheName} cacheKey={query.cacheKey} />
          </Block>
        </div>
      )}
    </div>
  );
}

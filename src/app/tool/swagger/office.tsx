import { DownloadOutlined, SearchOutlined } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { Button, Input, type InputRef } from "antd";
import { useDeferredValue, useMemo, useRef, useState } from "react";
import { call } from "#src/office/calls/http.ts";
import { CLEARABLE } from "#src/office/form/clearable.tsx";
import { saveText } from "#src/office/form/save-text.ts";
import { Key } from "#src/office/keys/keys.tsx";
import { plainKey, useShortcuts } from "#src/office/keys/shortcuts.ts";
import { Card, Failure } from "#src/office/shell/card.tsx";
import { DocumentPicture } from "#src/office/shell/pictures.tsx";
import { PageSkeleton } from "#src/office/shell/skeleton.tsx";
import { useIsMobile } from "#src/office/shell/use-media.ts";
import { useTab } from "#src/office/tabs/tab.tsx";
import { useOnChange } from "#src/office/tabs/use-on-change.ts";
import { type ApiDocument, operationsOf } from "./document.ts";
import { OperationDetail } from "./operation-detail.tsx";
import { OperationList } from "./operation-list.tsx";
import "./swagger.css";

/** 系统接口 (menu row 117): every call of the API, searched, read and tried. */
export default function SwaggerPage() {
  const { data, error, refetch } = useQuery({
    queryKey: ["api-docs"],
    queryFn: () => call<ApiDocument>("GET", "/v3/api-docs", { isQuiet: true }),
    meta: { isQuiet: true },
  });
  return (
    <div className="sw">
      <h1 className="o-hidden">系统接口</h1>
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <PageSkeleton />}
      {data && <Documentation document={data} />}
    </div>
  );
}

function Documentation({ document }: { document: ApiDocument }) {
  const { query, setQuery } = useTab();
  const isMobile = useIsMobile();
  const [search, setSearch] = useState("");
  const asked = useDeferredValue(search);
  const field = useRef<InputRef>(null);
  const detail = useRef<HTMLDivElement>(null);
  const operations = useMemo(() => operationsOf(document), [document]);
  const chosen = operations.find(({ id }) => id === query.op);
  const isAlone = isMobile && chosen !== undefined;
  // On a phone the list is gone with the line that was pressed: the reader goes on at the heading.
  useOnChange(isAlone, () => {
    if (isAlone) detail.current?.querySelector<HTMLElement>("h2")?.focus();
  });
  useShortcuts([
    {
      keys: "/",
      label: "搜索接口",
      isSingle: true,
      matches: plainKey("/"),
      run: () => field.current?.focus(),
    },
  ]);

  return (
    <div className="sw-columns">
      {/* On a phone it stays in the page, so that its open groups are there on the way back. */}
      <section className="o-block sw-side" aria-label="接口列表" hidden={isAlone}>
        <div className="sw-search">
          <Input
            ref={field}
            aria-label="搜索接口"
            placeholder="搜索名称、地址、权限"
            prefix={<SearchOutlined aria-hidden />}
            suffix={<Key>/</Key>}
            allowClear={CLEARABLE}
            maxLength={100}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
          <div className="sw-tools">
            <span className="o-note">共 {operations.length} 个接口</span>
            <Button
              size="small"
              icon={<DownloadOutlined aria-hidden />}
              onClick={() =>
                saveText(
                  "openapi.json",
                  `${JSON.stringify(document, null, 2)}\n`,
                  "application/json",
                )
              }
            >
              下载 JSON
            </Button>
          </div>
        </div>
        <OperationList
          operations={operations}
          search={asked}
          chosen={chosen}
          onChoose={(operation) => {
            setQuery({ op: operation.id });
            detail.current?.scrollTo(0, 0);
          }}
        />
      </section>
      <div className="o-block sw-main" ref={detail} hidden={isMobile && !chosen}>
        {chosen ? (
          <OperationDetail
            key={chosen.id}
            operation={chosen}
            schemas={document.components?.schemas ?? {}}
            onBack={isMobile ? () => setQuery({ op: undefined }) : undefined}
          />
        ) : (
          <Card picture={<DocumentPicture />} title="选择一个接口">
            左侧按模块列出全部接口；可以按名称、地址或权限搜索，选中后查看参数与返回，并直接试用。
          </Card>
        )}
      </div>
    </div>
  );
}

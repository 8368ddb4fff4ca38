import { ArrowLeftOutlined, DownloadOutlined } from "@ant-design/icons";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Button, Checkbox, Select } from "antd";
import { useState } from "react";
import { idsOfText } from "#src/lib/id-text.ts";
import { Can } from "#src/office/account/can.tsx";
import { call } from "#src/office/calls/http.ts";
import { CLEARABLE } from "#src/office/form/clearable.tsx";
import { BarButton } from "#src/office/list/bar-button.tsx";
import { saveFile } from "#src/office/list/export-file.ts";
import { Card, Failure } from "#src/office/shell/card.tsx";
import { DocumentPicture } from "#src/office/shell/pictures.tsx";
import { PageSkeleton } from "#src/office/shell/skeleton.tsx";
import { useTab } from "#src/office/tabs/tab.tsx";
import { type Comparison, differing, isDifferent, MOST } from "./compare.ts";
import { Legend, Matrix } from "./matrix.tsx";
import "#src/office/list/parts.css";
import "./compare.css";

const PATH = "/system/role";
const TITLE = "角色对比";

type RoleOption = { roleId: number; roleName: string; roleKey: string; status: string };

/** 角色对比: two to four roles side by side; which ones stands in the address (static route). */
export default function ComparePage() {
  const tab = useTab();
  const { query, setQuery } = tab;
  const ids = idsOfText(query.ids ?? "") ?? [];
  const isDiff = query.diff === "1";
  const leave = async () => {
    if (await tab.close()) tab.open(PATH);
  };
  return (
    <div className="cm">
      <header className="cm-head">
        <Button
          type="text"
          icon={<ArrowLeftOutlined aria-hidden />}
          aria-label="返回角色列表"
          onClick={() => void leave()}
        />
        <h1>{TITLE}</h1>
        <Checkbox
          checked={isDiff}
          onChange={(event) => setQuery({ diff: event.target.checked ? 1 : undefined })}
        >
          只看不同
        </Checkbox>
        <Can permi={["system:role:export"]}>
          <ExportButton ids={ids} isDiff={isDiff} />
        </Can>
      </header>
      <div className="cm-main">
        <section className="o-block cm-choice" aria-label="选择角色">
          <Choice ids={ids} onChange={(next) => setQuery({ ids: next.join(",") })} />
        </section>
        {ids.length >= 2 && ids.length <= MOST ? (
          <Compared ids={ids} isDiff={isDiff} onAll={() => setQuery({ diff: undefined })} />
        ) : (
          <section className="o-block">
            <Card picture={<DocumentPicture />} title="请选择 2 到 4 个角色">
              选好之后，这里会并排列出每个角色的菜单、权限和数据范围。地址可以直接发给同事。
            </Card>
          </section>
        )}
      </div>
    </div>
  );
}

function ExportButton({ ids, isDiff }: { ids: number[]; isDiff: boolean }) {
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    await saveFile(
      `${PATH}/compare/export`,
      { ids: ids.join(","), diff: isDiff ? "1" : undefined },
      TITLE,
    );
    setBusy(false);
  };
  return (
    <BarButton
      icon={<DownloadOutlined aria-hidden />}
      label="导出"
      loading={isBusy}
      disabled={ids.length < 2 || ids.length > MOST}
      onClick={() => void save()}
    />
  );
}

/** Which roles, in the order of their columns. */
function Choice({ ids, onChange }: { ids: number[]; onChange: (ids: number[]) => void }) {
  const { data, error, refetch } = useQuery({
    queryKey: [PATH, "options"],
    queryFn: () => call<{ data: RoleOption[] }>("GET", `${PATH}/optionselect`, { isQuiet: true }),
    meta: { isQuiet: true },
    staleTime: 0,
  });
  return (
    <>
      <label htmlFor="cm-roles">
        对比的角色 <span className="o-note">2 到 {MOST} 个</span>
      </label>
      <Select
        id="cm-roles"
        className="cm-select"
        mode="multiple"
        maxCount={MOST}
        allowClear={CLEARABLE}
        placeholder="请选择角色"
        optionFilterProp="label"
        loading={!data && !error}
        value={data ? ids : []}
        onChange={onChange}
        options={(data?.data ?? []).map(({ roleId, roleName, status }) => ({
          value: roleId,
          label: status === "0" ? roleName : `${roleName}（停用）`,
        }))}
      />
      {error && (
        <Button size="small" onClick={() => void refetch()}>
          角色没有读到，重试
        </Button>
      )}
    </>
  );
}

function Compared({ ids, isDiff, onAll }: { ids: number[]; isDiff: boolean; onAll: () => void }) {
  const { data, error, refetch } = useQuery({
    queryKey: [PATH, "compare", ids.join(",")],
    queryFn: () =>
      call<{ data: Comparison }>("GET", `${PATH}/compare`, {
        query: { ids: ids.join(",") },
        isQuiet: true,
      }),
    meta: { isQuiet: true },
    // Roles and menus change on other pages: shown again, it is asked again.
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <PageSkeleton />;
  const { roles, menus, unseen } = data.data;
  const rows = isDiff ? differing(data.data) : menus;
  const count = menus.filter((row) => isDifferent(row, roles)).length;
  return (
    <section className="o-block cm-result" aria-label="对比结果">
      <Legend roles={roles} />
      <p className="cm-count" role="status">
        {count === 0 ? "菜单和权限完全相同。" : `共 ${menus.length} 项，${count} 项不同。`}
        {unseen > 0 && `另有 ${unseen} 项不在您自己的菜单里，没有列出。`}
        {isDiff && count === 0 && (
          <button type="button" className="o-link" onClick={onAll}>
            查看全部
          </button>
        )}
      </p>
      <Matrix comparison={data.data} rows={rows} />
    </section>
  );
}

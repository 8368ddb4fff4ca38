import { useQuery } from "@tanstack/react-query";
import { Button, Form, Input, Modal, Select } from "antd";
import { useState } from "react";
import { TYPE_NAMES } from "#src/lib/membership/fees.ts";
import { daysAfter, MEMBER_STATE_NAMES } from "#src/lib/membership/terms.ts";
import { formatDay } from "#src/lib/text/dates.ts";
import { useCan } from "#src/office/account/can.tsx";
import { showRefusal } from "#src/office/calls/form-errors.ts";
import { call } from "#src/office/calls/http.ts";
import { notify } from "#src/office/calls/notify.ts";
import { tellChange } from "#src/office/calls/queries.ts";
import { Mark } from "#src/office/form/dict.tsx";
import { useOfficeForm } from "#src/office/form/use-office-form.ts";
import { ImportDialog } from "#src/office/import/import-dialog.tsx";
import type { PreviewColumn, PreviewRow } from "#src/office/import/import-rows.tsx";
import { NoticeDialog } from "#src/office/layers/notice-dialog.tsx";
import { useCarefulClose } from "#src/office/layers/use-careful-close.ts";
import { CrudPage } from "#src/office/list/crud-page.tsx";
import type { Column, Entity, Filter } from "#src/office/list/crud-types.ts";
import { saveFile, savePdf, saveZip } from "#src/office/list/export-file.ts";
import { useTab } from "#src/office/tabs/tab.tsx";
import { MEMBER_PATH, MemberDrawer } from "./member-drawer.tsx";
import { MergeDialog } from "./merge/merge-dialog.tsx";
import type { Choices, MemberRow } from "./wire.ts";

const ENTITY: Entity<MemberRow> = {
  noun: "会员",
  path: MEMBER_PATH,
  permi: "member:member",
  id: "id",
  name: "name",
  nameOf: (row) => `${row.name}（${row.memberNo}）`,
  unit: "位",
  // The file asks for a reason where it is long: it has a button of its own.
  isUnexported: true,
  isLasting: true,
};

const optionsOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

const filtersOf = ({ levels, branches, regions }: Choices): Filter[] => [
  { kind: "text", name: "name", label: "名称" },
  { kind: "text", name: "memberNo", label: "会员编号" },
  { kind: "text", name: "phone", label: "手机号码" },
  { kind: "choice", name: "state", label: "状态", options: optionsOf(MEMBER_STATE_NAMES) },
  { kind: "choice", name: "memberType", label: "类别", options: optionsOf(TYPE_NAMES) },
  {
    kind: "choice",
    name: "levelId",
    label: "级别",
    options: levels.map(({ id, levelName }) => ({ value: String(id), label: levelName })),
  },
  { kind: "tree", name: "deptId", label: "分支机构", nodes: branches },
  { kind: "tree", name: "region", label: "地区", nodes: regions },
  { kind: "range", name: "ValidTo", label: "到期日" },
];

const NO_CHOICES: Choices = { levels: [], branches: [], regions: [] };

const useChoices = (): Choices => {
  const { data } = useQuery({
    queryKey: [MEMBER_PATH, "choices"],
    queryFn: () => call<{ data: Choices }>("GET", `${MEMBER_PATH}/choices`, { isQuiet: true }),
    meta: { isQuiet: true },
  });
  return data?.data ?? NO_CHOICES;
};

/** Days until the end of a term, from which a secretary writes to a member (product 4.5: the first reminder). */
const SOON_DAYS = 60;

function presetsOf(today: string): { key: string; name: string; query: Record<string, string> }[] {
  const soon = { beginValidTo: today, endValidTo: daysAfter(today, SOON_DAYS) };
  return [
    { key: "all", name: "全部", query: {} },
    { key: "valid", name: "有效", query: { state: "valid" } },
    { key: "soon", name: `${SOON_DAYS} 天内到期`, query: soon },
    { key: "grace", name: "宽限期", query: { state: "grace" } },
    { key: "lapsed", name: "已过期", query: { state: "lapsed" } },
    { key: "lapseList", name: "待自动退会", query: { state: "lapseList" } },
  ];
}

const LOOKS: Readonly<Record<string, "success" | "warning" | "info" | "danger">> = {
  valid: "success",
  grace: "warning",
  lapsed: "info",
  lapseList: "danger",
  suspended: "warning",
  resigned: "info",
  expelled: "danger",
};

const stateMark = ({ state, stateName }: { state: string; stateName: string }) => (
  <Mark entry={{ dictLabel: stateName, listClass: LOOKS[state] ?? "info", cssClass: "" }} />
);

const COLUMNS: Column<MemberRow>[] = [
  { key: "memberNo", title: "会员编号", width: 130, isSortable: true },
  // On a card the number stands among the facts.
  { key: "name", title: "名称", isSortable: true, render: (row) => row.name },
  {
    key: "memberType",
    title: "类别",
    width: 80,
    render: (row) => (row.memberType === "02" ? TYPE_NAMES["02"] : TYPE_NAMES["01"]),
  },
  { key: "levelName", title: "级别", width: 120 },
  { key: "state", title: "状态", width: 110, render: stateMark },
  {
    key: "validTo",
    title: "到期日",
    width: 120,
    isSortable: true,
    render: (row) => row.validTo ?? "—",
  },
  { key: "regionName", title: "地区", width: 200, render: (row) => row.regionName || "—" },
  { key: "branchName", title: "分支机构", width: 190, render: (row) => row.branchName || "—" },
  { key: "phone", title: "手机号码", width: 130, render: (row) => row.phone || "—" },
  { key: "joinedOn", title: "入会日期", width: 120, isSortable: true, isExtra: true },
];

type ImportRow = PreviewRow &
  Record<"memberType" | "name" | "memberNo" | "levelName" | "terms" | "idNo" | "phone", string>;

const IMPORT_COLUMNS: readonly PreviewColumn<ImportRow>[] = [
  { key: "name", title: "名称" },
  { key: "memberType", title: "类别" },
  { key: "memberNo", title: "会员编号" },
  { key: "levelName", title: "级别" },
  { key: "terms", title: "会籍期间" },
  { key: "phone", title: "手机号码" },
];

const STATE_ACTIONS = [
  { state: "suspended", label: "中止" },
  { state: "resigned", label: "退会" },
  { state: "expelled", label: "除名" },
  { state: "", label: "恢复" },
] as const;

type StateAction = (typeof STATE_ACTIONS)[number];

/** 会员名册 (menu row 2203). */
export default function Roster() {
  const { query } = useTab();
  const [read, setRead] = useState<MemberRow>();
  const [acted, setActed] = useState<{ row: MemberRow; action: StateAction }>();
  const [isExporting, setExporting] = useState(false);
  const [isImporting, setImporting] = useState(false);
  const [merged, setMerged] = useState<readonly [number, number]>();
  const [noticed, setNoticed] = useState<readonly MemberRow[]>();
  const [chosen, setChosen] = useState<readonly MemberRow[]>();
  const can = useCan();
  const choices = useChoices();
  const idsOf = (rows: readonly MemberRow[]) => rows.map(({ id }) => id).join(",");
  return (
    <>
      <CrudPage
        entity={ENTITY}
        title="会员名册"
        emptyHint="申请人入会，或从旧名册导入之后，会显示在这里。"
        filters={filtersOf(choices)}
        columns={COLUMNS}
        form={{ read: setRead }}
        saved={{ page: "member/index", presets: presetsOf(formatDay(new Date())) }}
        bulkActions={[
          {
            key: "export",
            label: "导出",
            permi: "member:member:export",
            run: setChosen,
          },
          {
            key: "labels",
            label: "地址标签",
            permi: "member:member:export",
            run: (rows) =>
              void savePdf(`${MEMBER_PATH}/papers/labels/${idsOf(rows)}`, "会员地址标签"),
          },
          {
            key: "notice",
            label: "会费通知",
            permi: "member:renewal:notice",
            run: setNoticed,
          },
          {
            key: "merge",
            label: "合并",
            permi: "member:member:merge",
            run: ([first, second, ...more]) =>
              first && second && more.length === 0
                ? setMerged([first.id, second.id])
                : notify.warning("请只选中要合并的两位会员"),
          },
          {
            key: "certificates",
            label: "证书打包",
            permi: "member:certificate:export",
            run: (rows) =>
              void saveZip(`${MEMBER_PATH}/certificate/ofMembers/${idsOf(rows)}`, {}, "会员证书"),
          },
        ]}
        actions={
          <>
            {can.permi(["member:member:import"]) && (
              <Button onClick={() => setImporting(true)}>导入</Button>
            )}
            {can.permi(["member:member:export"]) && (
              <Button onClick={() => setExporting(true)}>导出</Button>
            )}
          </>
        }
        rowActions={(row) => {
          const isManual = ["suspended", "resigned", "expelled"].includes(row.state);
          return [
            { key: "read", label: "查看", permi: "member:member:query" as const, run: setRead },
            ...STATE_ACTIONS.filter(({ state }) => (state === "") === isManual).map((action) => ({
              key: action.state || "restore",
              label: action.label,
              permi: "member:member:edit" as const,
              isDanger: action.state === "expelled",
              run: (each: MemberRow) => setActed({ row: each, action }),
            })),
          ];
        }}
      />
      {read && <MemberDrawer memberId={read.id} onClose={() => setRead(undefined)} />}
      {acted && <StateDialog {...acted} onClose={() => setActed(undefined)} />}
      {noticed && (
        <NoticeDialog ids={noticed.map(({ id }) => id)} onClose={() => setNoticed(undefined)} />
      )}
      {merged && <MergeDialog ids={merged} onClose={() => setMerged(undefined)} />}
      {isImporting && (
        <ImportDialog<ImportRow>
          noun="会员"
          path={MEMBER_PATH}
          columns={IMPORT_COLUMNS}
          isAddOnly
          onClose={() => setImporting(false)}
          onImported={() => void tellChange([MEMBER_PATH])}
        />
      )}
      {isExporting && <ExportDialog query={query} onClose={() => setExporting(false)} />}
      {chosen && (
        <ExportDialog query={{ ids: idsOf(chosen) }} onClose={() => setChosen(undefined)} />
      )}
    </>
  );
}

function StateDialog({
  row,
  action,
  onClose,
}: {
  row: MemberRow;
  action: StateAction;
  onClose: () => void;
}) {
  const [form] = useOfficeForm<{ reason: string; resolutionNo: string }>();
  const [isBusy, setBusy] = useState(false);
  const typed = Form.useWatch([], form) ?? {};
  const { close, settle } = useCarefulClose(
    Object.values(typed).some((text) => text?.trim()),
    { title: "放弃填写的内容？", text: `还没有办理${action.label}，关闭后要重新填写。` },
    onClose,
  );
  const finish = async (values: { reason: string; resolutionNo: string }) => {
    setBusy(true);
    try {
      await call("PUT", `${MEMBER_PATH}/state`, {
        body: { id: row.id, version: row.version, state: action.state, ...values },
        isQuiet: true,
      });
      notify.success(`已为「${row.name}」办理${action.label}`);
      settle();
      onClose();
      await tellChange([MEMBER_PATH]);
    } catch (error) {
      showRefusal(form, ["reason", "resolutionNo"], error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      width={480}
      title={`${action.label}：${row.name}（${row.memberNo}）`}
      okText={`确定${action.label}`}
      okButtonProps={{ danger: action.state === "expelled" }}
      cancelText="取消"
      confirmLoading={isBusy}
      onOk={() => form.submit()}
      onCancel={() => void close()}
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={{ reason: "", resolutionNo: "" }}
        onFinish={(values) => void finish(values)}
      >
        <Form.Item
          name="reason"
          label="原因"
          extra="会写入该会员的办理记录"
          rules={[{ required: true, min: 5, message: "请写明原因，5 到 200 个字" }]}
        >
          <Input.TextArea autoFocus rows={3} maxLength={200} showCount />
        </Form.Item>
        <Form.Item
          name="resolutionNo"
          label="决议号"
          rules={[{ required: action.state === "expelled", message: "请填写决议号" }]}
        >
          <Input maxLength={50} placeholder="如 会理〔2026〕3号" />
        </Form.Item>
      </Form>
    </Modal>
  );
}

const PURPOSES = ["会员年检统计", "寄送会刊和证书", "上级主管部门报送"];

function ExportDialog({
  query,
  onClose,
}: {
  query: Record<string, string | undefined>;
  onClose: () => void;
}) {
  const [reason, setReason] = useState("");
  const [isBusy, setBusy] = useState(false);
  const { data } = useQuery({
    queryKey: [MEMBER_PATH, "count", query],
    queryFn: ({ signal }) =>
      call<{ total: number }>("GET", `${MEMBER_PATH}/list`, {
        query: { ...query, pageNum: "1", pageSize: "1" },
        signal,
      }),
  });
  const total = data?.total ?? 0;
  const isLong = total > 500;
  const { close, settle } = useCarefulClose(
    reason.trim() !== "",
    { title: "放弃填写的用途？", text: "名册还没有导出，关闭后要重新填写。" },
    onClose,
  );
  const isReady = !isLong || Array.from(reason.trim()).length >= 5;
  return (
    <Modal
      open
      width={480}
      title="导出会员名册"
      okText="导出"
      cancelText="取消"
      okButtonProps={{ disabled: data === undefined || !isReady }}
      confirmLoading={isBusy}
      onCancel={() => void close()}
      onOk={async () => {
        setBusy(true);
        const isSaved = await saveFile(
          `${MEMBER_PATH}/export`,
          { ...query, reason: reason.trim() },
          "会员名册",
        );
        setBusy(false);
        if (!isSaved) return;
        settle();
        onClose();
      }}
    >
      <p>
        {query.ids ? "导出选中的" : "按当前筛选导出"} {total.toLocaleString("zh-CN")} 位会员。
        {isLong && "超过 500 位，请写明用途；用途会记入操作日志。"}
      </p>
      {isLong && (
        <Select
          aria-label="导出用途"
          mode="tags"
          maxCount={1}
          style={{ width: "100%" }}
          placeholder="选择或填写用途，至少 5 个字"
          options={PURPOSES.map((value) => ({ value, label: value }))}
          onChange={(values: string[]) => setReason(values[0] ?? "")}
        />
      )}
    </Modal>
  );
}

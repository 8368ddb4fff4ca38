import { useMutation } from "@tanstack/react-query";
import { Button, Drawer, Input, InputNumber } from "antd";
import { useState } from "react";
import { call, fieldTexts, report } from "#src/office/calls/http.ts";
import { ask, notify } from "#src/office/calls/notify.ts";
import { tellChanges } from "#src/office/calls/queries.ts";
import { useCarefulClose } from "#src/office/layers/use-careful-close.ts";
import { savePdf } from "#src/office/list/export-file.ts";
import { useIsMobile } from "#src/office/shell/use-media.ts";
import type { BatchChecked, BatchOpened } from "./batch/wire.ts";
import { BatchLines } from "./batch-lines.tsx";
import { BatchRecords } from "./batch-records.tsx";

const BATCH = "/api/bll/member/renewal/batch";

const EXAMPLE = "每行一位，可从表格中直接粘贴，如：\nP202600001 林晓\nP202600002\n陈安、周行";

/** 团体代缴: a list is checked line by line, then the renewals of those who can are opened with one payer. */
export function BatchDrawer({ onClose }: { onClose: () => void }) {
  const isMobile = useIsMobile();
  const [text, setText] = useState("");
  const [payerName, setPayerName] = useState("");
  const [remark, setRemark] = useState("");
  const [years, setYears] = useState(1);
  const [checked, setChecked] = useState<BatchChecked>();
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const { close, settle } = useCarefulClose(
    [text, payerName, remark].some((each) => each.trim() !== ""),
    { title: "放弃填写的名单？", text: "还没有发起续会，关闭后要重新填写。" },
    onClose,
  );
  const told = (error: unknown) => {
    const fields = fieldTexts(error);
    if (fields) setProblems(fields);
    else report(error);
  };
  const checking = useMutation({
    mutationFn: async () =>
      (
        await call<{ data: BatchChecked }>("POST", `${BATCH}/check`, {
          body: { text, years },
          isQuiet: true,
        })
      ).data,
    onSuccess: setChecked,
    onError: told,
  });
  const opening = useMutation({
    mutationFn: (memberIds: number[]) =>
      call<{ data: BatchOpened; msg: string }>("POST", BATCH, {
        body: { payerName, remark, years, memberIds },
        isQuiet: true,
      }),
    onSuccess: async ({ data, msg }) => {
      notify.success(msg);
      const [first] = data.refused;
      if (first) {
        notify.warning(`${data.refused.length} 位没有发起：${first.name}，${first.msg}`);
      }
      settle();
      setText("");
      setChecked(undefined);
      await savePdf(`${BATCH}/pdf/${data.id}`, `团体代缴清单 ${payerName.trim()}`);
      await tellChanges(["/api/bll/member/renewal", BATCH]);
    },
    onError: told,
  });
  const change = (act: () => void) => {
    act();
    setChecked(undefined);
    setProblems({});
  };
  const open = async () => {
    if (!checked || opening.isPending) return;
    if (payerName.trim() === "") return setProblems({ payerName: "请填写付款单位" });
    const ids = checked.lines.flatMap(({ memberId, problem }) =>
      memberId !== null && problem === "" ? [memberId] : [],
    );
    const isSure = await ask({
      title: `为 ${ids.length} 位会员发起续会？`,
      text: `由「${payerName.trim()}」缴纳，共 ${checked.total} 元。会员会收到站内消息；缴费到账后逐一确认。`,
      ok: "发起续会",
    });
    if (isSure) opening.mutate(ids);
  };
  const problemOf = (name: string) =>
    problems[name] && (
      <p className="o-problem" role="alert">
        {problems[name]}
      </p>
    );
  return (
    <Drawer
      open
      title="团体代缴"
      size={isMobile ? "100%" : 760}
      onClose={() => void close()}
      footer={
        <div className="cr-foot">
          <span className="o-note" role="status">
            {checked ? `可续会 ${checked.good} 位，共 ${checked.total} 元` : ""}
          </span>
          <Button onClick={() => void close()}>关闭</Button>
          {checked && checked.good > 0 ? (
            <Button type="primary" loading={opening.isPending} onClick={() => void open()}>
              发起续会 {checked.good}
            </Button>
          ) : (
            <Button type="primary" loading={checking.isPending} onClick={() => checking.mutate()}>
              核对名单
            </Button>
          )}
        </div>
      }
    >
      <div className="rn-batch">
        <div className="rn-field">
          <span aria-hidden="true">付款单位</span>
          <Input
            aria-label="付款单位"
            maxLength={100}
            value={payerName}
            status={problems.payerName ? "error" : ""}
            placeholder="转账的单位全称"
            onChange={({ target }) => {
              setPayerName(target.value);
              setProblems({});
            }}
          />
        </div>
        {problemOf("payerName")}
        <div className="rn-field">
          <span aria-hidden="true">缴费年数</span>
          <InputNumber
            aria-label="缴费年数"
            min={1}
            max={5}
            precision={0}
            value={years}
            onChange={(value) => change(() => setYears(value ?? 1))}
          />
        </div>
        <div className="rn-field">
          <span aria-hidden="true">备注</span>
          <Input
            aria-label="备注"
            maxLength={200}
            value={remark}
            placeholder="可不填，只有学会内部看到"
            onChange={({ target }) => setRemark(target.value)}
          />
        </div>
        {problemOf("remark")}
        <div className="rn-field">
          <span aria-hidden="true">会员名单</span>
          <Input.TextArea
            aria-label="会员名单"
            rows={8}
            value={text}
            placeholder={EXAMPLE}
            status={problems.text ? "error" : ""}
            onChange={({ target }) => change(() => setText(target.value))}
          />
        </div>
        {problemOf("text")}
        {checked && <BatchLines checked={checked} />}
        <BatchRecords />
      </div>
    </Drawer>
  );
}

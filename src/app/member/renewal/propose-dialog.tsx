import { useMutation, useQuery } from "@tanstack/react-query";
import { Modal, Select } from "antd";
import { useState } from "react";
import { call, fieldTexts, report } from "#src/office/calls/http.ts";
import { notify } from "#src/office/calls/notify.ts";
import { tellChanges } from "#src/office/calls/queries.ts";
import { useCarefulClose } from "#src/office/layers/use-careful-close.ts";
import type { OpenMeeting, RenewalRow } from "./wire.ts";

const PATH = "/api/bll/member/renewal";

/** 提请自动退会: puts members who lapsed over a year ago on the sheet of a meeting. */
export function ProposeDialog({
  rows,
  onClose,
  onDone,
}: {
  rows: readonly RenewalRow[];
  onClose: () => void;
  onDone: () => void;
}) {
  const [meetingId, setMeetingId] = useState<number>();
  const [problem, setProblem] = useState("");
  const { data: meetings } = useQuery({
    queryKey: [PATH, "meetings"],
    queryFn: async () =>
      (await call<{ data: OpenMeeting[] }>("GET", `${PATH}/meetings`, { isQuiet: true })).data,
  });
  const { close, settle } = useCarefulClose(
    meetingId !== undefined,
    { title: "放弃提请？", text: "会员还没有列入名单，关闭后要重新选择。" },
    onClose,
  );
  const putting = useMutation({
    mutationFn: () =>
      call<{ msg: string }>("POST", `${PATH}/propose`, {
        body: { meetingId, ids: rows.map(({ id }) => id) },
        isQuiet: true,
      }),
    onSuccess: async ({ msg }) => {
      settle();
      notify.success(msg);
      onDone();
      await tellChanges([PATH, "/api/system/sign/council"]);
    },
    onError: (error) => {
      const [text] = Object.values(fieldTexts(error) ?? {});
      setProblem(text ?? (error instanceof Error ? error.message : ""));
      if (!(error instanceof Error)) report(error);
    },
  });
  const names = rows
    .slice(0, 5)
    .map(({ name }) => `「${name}」`)
    .join("");
  return (
    <Modal
      open
      width={520}
      title={`提请 ${rows.length} 位会员自动退会`}
      okText="列入名单"
      cancelText="取消"
      confirmLoading={putting.isPending}
      onOk={() => {
        if (meetingId === undefined) setProblem("请选择会议");
        else putting.mutate();
      }}
      onCancel={() => void close()}
    >
      <p className="rn-lead">
        {names}
        {rows.length > 5 && " 等"}
        会籍到期超过一年未续会。列入理事会审议名单后，由决议一并办理；其间续会的会员不受影响。
      </p>
      <Select
        aria-label="会议"
        style={{ width: "100%" }}
        placeholder="选择待审议的会议"
        notFoundContent="没有待审议的会议，请先到“理事会审议”新增"
        status={problem ? "error" : ""}
        value={meetingId ?? null}
        options={(meetings ?? []).map(({ id, meetingName, meetingOn }) => ({
          value: id,
          label: `${meetingName}（${meetingOn}）`,
        }))}
        onChange={(id: number | null) => {
          setMeetingId(id ?? undefined);
          setProblem("");
        }}
      />
      <p className="o-problem" role="alert">
        {problem}
      </p>
    </Modal>
  );
}

import { useQuery } from "@tanstack/react-query";
import { Alert, Checkbox, Form, Input, Modal, Radio } from "antd";
import { useState } from "react";
import { showRefusal } from "#src/office/calls/form-errors.ts";
import { call } from "#src/office/calls/http.ts";
import { notify } from "#src/office/calls/notify.ts";
import { tellChange } from "#src/office/calls/queries.ts";
import { useOfficeForm } from "#src/office/form/use-office-form.ts";
import { useCarefulClose } from "#src/office/layers/use-careful-close.ts";
import { MEMBER_PATH } from "../member-drawer.tsx";
import type { MergeLook, MergeSide } from "./wire.ts";
import "./merge-dialog.css";

const FACTS: readonly (readonly [title: string, of: (side: MergeSide) => string])[] = [
  ["名称", ({ name }) => name],
  ["级别", ({ levelName }) => levelName],
  ["状态", ({ stateName }) => stateName],
  ["入会日期", ({ joinedOn }) => joinedOn],
  ["证件号码", ({ idNo }) => idNo],
  ["统一社会信用代码", ({ creditCode }) => creditCode],
  ["手机号码", ({ phone }) => phone],
  ["邮箱", ({ email }) => email],
  ["地区", ({ regionName }) => regionName],
  ["工作单位", ({ workUnit }) => workUnit],
  ["分支机构", ({ branchName }) => branchName],
  ["网站账号", ({ accountName }) => accountName],
  ["会籍", ({ terms }) => terms.join("\n")],
  ["任职", ({ posts }) => posts.join("\n")],
  ["申请", ({ signs }) => `${signs} 份`],
  ["有效的证书", ({ certificates }) => `${certificates} 份`],
];

type Answers = { reason: string; isShortened: boolean; account: "kept" | "gone" };

/** Two chosen members side by side, and which of the numbers stays. */
export function MergeDialog({
  ids,
  onClose,
}: {
  ids: readonly [number, number];
  onClose: () => void;
}) {
  const [form] = useOfficeForm<Answers>();
  const [keptId, setKeptId] = useState<number>();
  const [isBusy, setBusy] = useState(false);
  const { data } = useQuery({
    queryKey: [MEMBER_PATH, "merge", ...ids],
    queryFn: ({ signal }) =>
      call<{ data: MergeLook }>("GET", `${MEMBER_PATH}/merge/${ids.join(",")}`, { signal }),
  });
  const look = data?.data;
  const typed = Form.useWatch("reason", form) ?? "";
  const { close, settle } = useCarefulClose(
    typed.trim() !== "",
    { title: "放弃填写的内容？", text: "两位会员还没有合并，关闭后要重新填写。" },
    onClose,
  );
  const kept = look?.sides.find(({ id }) => id === keptId);
  const gone = look?.sides.find(({ id }) => id !== keptId);
  const finish = async (answers: Answers) => {
    if (!kept || !gone) return;
    setBusy(true);
    try {
      await call("POST", `${MEMBER_PATH}/merge`, {
        body: {
          keptId: kept.id,
          keptVersion: kept.version,
          goneId: gone.id,
          goneVersion: gone.version,
          ...answers,
        },
        isQuiet: true,
      });
      notify.success(`已将 ${gone.memberNo} 合并到 ${kept.memberNo}`);
      settle();
      onClose();
      await tellChange([MEMBER_PATH]);
    } catch (error) {
      showRefusal(form, ["reason"], error);
    } finally {
      setBusy(false);
    }
  };
  const hasClashes = (look?.clashes.length ?? 0) > 0;
  const hasTwoAccounts = look?.sides.every(({ accountName }) => accountName !== "") ?? false;
  return (
    <Modal
      open
      width={760}
      title="合并重复的会员"
      okText="确定合并"
      okButtonProps={{ danger: true, disabled: !kept || look?.problem !== "" }}
      cancelText="取消"
      confirmLoading={isBusy}
      onOk={() => form.submit()}
      onCancel={() => void close()}
    >
      {look && (
        <>
          {look.problem && <Alert type="error" showIcon title={look.problem} />}
          <Sides look={look} keptId={keptId} onKeep={setKeptId} />
          {!look.problem && (
            <Form
              form={form}
              layout="vertical"
              initialValues={{ reason: "", isShortened: false, account: "kept" }}
              onFinish={(answers) => void finish(answers)}
            >
              {hasClashes && (
                <Alert
                  type="warning"
                  showIcon
                  title="两位会员的会籍有重叠"
                  description={look.clashes.map((line) => <div key={line}>{line}</div>)}
                />
              )}
              <Form.Item
                name="isShortened"
                valuePropName="checked"
                hidden={!hasClashes}
                rules={[
                  {
                    validator: async (_rule, value: boolean) => {
                      if (hasClashes && !value) throw new Error("会籍有重叠，勾选后才能合并");
                    },
                  },
                ]}
              >
                <Checkbox>重叠的日期以保留的会员为准，另一位的会籍相应缩短，其证书作废</Checkbox>
              </Form.Item>
              <Form.Item name="account" label="合并后使用的网站账号" hidden={!hasTwoAccounts}>
                <Radio.Group
                  options={[
                    { value: "kept", label: "保留会员的账号" },
                    { value: "gone", label: "另一位会员的账号" },
                  ]}
                />
              </Form.Item>
              <Form.Item
                name="reason"
                label="原因"
                extra="会写入两位会员的办理记录；合并后不能撤回"
                rules={[{ required: true, min: 5, message: "请写明原因，5 到 200 个字" }]}
              >
                <Input.TextArea rows={2} maxLength={200} showCount />
              </Form.Item>
            </Form>
          )}
        </>
      )}
    </Modal>
  );
}

function Sides({
  look: { sides },
  keptId,
  onKeep,
}: {
  look: MergeLook;
  keptId: number | undefined;
  onKeep: (id: number) => void;
}) {
  return (
    <section
      className="mm-scroll"
      aria-label="两位会员的资料"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard
      tabIndex={0}
    >
      <table className="mm-sides">
        <thead>
          <tr>
            <th scope="col">保留哪个编号</th>
            {sides.map(({ id, memberNo }) => (
              <th key={id} scope="col">
                <Radio checked={id === keptId} onChange={() => onKeep(id)}>
                  {memberNo}
                </Radio>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {FACTS.filter(([, of]) => sides.some((side) => of(side) !== "")).map(([title, of]) => {
            const values = sides.map(of);
            return (
              <tr key={title} data-differs={values[0] !== values[1] || undefined}>
                <th scope="row">{title}</th>
                {sides.map((side) => (
                  <td key={side.id}>{of(side) || "—"}</td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

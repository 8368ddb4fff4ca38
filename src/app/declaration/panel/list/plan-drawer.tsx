import { useMutation } from "@tanstack/react-query";
import { Button, Drawer, Form, Input } from "antd";
import { useState } from "react";
import { fieldTexts, report } from "#src/office/calls/http.ts";
import { notify } from "#src/office/calls/notify.ts";
import { MomentField } from "#src/office/form/plain-fields.tsx";
import { useCarefulClose } from "#src/office/layers/use-careful-close.ts";
import { useIsMobile } from "#src/office/shell/use-media.ts";
import type { Plan } from "../wire.ts";
import { savePlan, tellPanels } from "./calls.ts";
import { linesOf, type SheetLine, SheetLines } from "./sheet-lines.tsx";

type Texts = {
  dueAt: string;
  perExpert: string;
  least: string;
  promise: string;
  criteria: readonly SheetLine[];
};

const textsOf = (plan: Plan): Texts => ({
  dueAt: plan.dueAt ?? "",
  perExpert: String(plan.perExpert),
  least: String(plan.sheet.least),
  promise: plan.promise,
  criteria: linesOf(plan.sheet),
});

/** 评审设置: until when, how many each, what is scored, and what is promised. */
export function PlanDrawer({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const isMobile = useIsMobile();
  const [texts, setTexts] = useState(() => textsOf(plan));
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const isDirty = JSON.stringify(texts) !== JSON.stringify(textsOf(plan));
  const { close, settle } = useCarefulClose(
    isDirty,
    { title: "放弃修改评审设置？", text: "还没有保存，关闭后修改不保留。" },
    onClose,
  );
  const change = (next: Partial<Texts>) => {
    setTexts({ ...texts, ...next });
    setProblems({});
  };
  const saving = useMutation({
    mutationFn: () => {
      const { criteria, least, ...rest } = texts;
      return savePlan({
        ...rest,
        batchId: plan.batchId,
        version: plan.version,
        sheet: { least, criteria },
      });
    },
    onSuccess: async () => {
      settle();
      notify.success("评审设置已保存");
      onClose();
      await tellPanels();
    },
    onError: (error) => {
      const found = fieldTexts(error);
      if (found) setProblems(found);
      else report(error);
    },
  });
  const helpOf = (name: string, rule: string) => ({
    help: problems[name] ?? rule,
    ...(problems[name] ? { validateStatus: "error" as const } : {}),
  });
  return (
    <Drawer
      open
      title={`评审设置：${plan.batchName}`}
      size={isMobile ? "100%" : 680}
      onClose={() => void close()}
      footer={
        <div className="cr-foot">
          <Button onClick={() => void close()}>取消</Button>
          <Button type="primary" loading={saving.isPending} onClick={() => saving.mutate()}>
            保存
          </Button>
        </div>
      }
    >
      <Form className="pn-plan" layout="vertical" component="div">
        <Form.Item
          label="评审截止"
          htmlFor="plan-due"
          {...helpOf("dueAt", "截止前三天和前一天自动提醒没有完成的专家")}
        >
          <MomentField id="plan-due" value={texts.dueAt} onChange={(dueAt) => change({ dueAt })} />
        </Form.Item>
        <Form.Item
          label="每人最多件数"
          htmlFor="plan-most"
          {...helpOf("perExpert", "1 到 200；每件需要的专家人数在批次里设置")}
        >
          <Input
            id="plan-most"
            inputMode="numeric"
            value={texts.perExpert}
            onChange={({ target }) => change({ perExpert: target.value })}
          />
        </Form.Item>
        <SheetLines
          lines={texts.criteria}
          problems={problems}
          isFixed={plan.isFixed}
          onChange={(criteria) => change({ criteria })}
        />
        <Form.Item
          label="总评至少字数"
          htmlFor="plan-least"
          {...helpOf("least", "0 到 500，0 为可以不写")}
        >
          <Input
            id="plan-least"
            inputMode="numeric"
            disabled={plan.isFixed}
            value={texts.least}
            onChange={({ target }) => change({ least: target.value })}
          />
        </Form.Item>
        <Form.Item
          label={`保密承诺（第 ${plan.promiseVersion} 版）`}
          htmlFor="plan-promise"
          {...helpOf("promise", "20 到 2000 个字；修改后专家要重新确认，才能继续评审")}
        >
          <Input.TextArea
            id="plan-promise"
            rows={5}
            value={texts.promise}
            onChange={({ target }) => change({ promise: target.value })}
          />
        </Form.Item>
      </Form>
    </Drawer>
  );
}

import { Button, Modal, Tabs } from "antd";
import { useState } from "react";
import { useCarefulClose } from "#src/office/layers/use-careful-close.ts";
import { CRON_PARTS } from "./cron.ts";
import { CronPartEditor } from "./cron-part-editor.tsx";
import { lineOf, partsOf, withPart } from "./cron-parts.ts";
import { NextTicks } from "./next-ticks.tsx";

/** Puts a line together, part by part, and shows its next times. */
export function CronDialog({
  line,
  onChoose,
  onClose,
}: {
  line: string;
  onChoose: (line: string) => void;
  onClose: () => void;
}) {
  const [first] = useState(() => partsOf(line || "0 0 2 * * ?"));
  const [parts, setParts] = useState(first);
  const next = lineOf(parts);
  const { close, settle } = useCarefulClose(
    next !== lineOf(first),
    { title: "放弃生成的表达式？", text: "表达式还没有使用，关闭后要重新选择。" },
    onClose,
  );
  return (
    <Modal
      open
      title="生成 Cron 表达式"
      width={640}
      onCancel={() => void close()}
      footer={
        <div className="cr-foot">
          <Button onClick={() => void close()}>取消</Button>
          <Button
            type="primary"
            onClick={() => {
              settle();
              onChoose(next);
            }}
          >
            使用这个表达式
          </Button>
        </div>
      }
    >
      <Tabs
        size="small"
        defaultActiveKey="2"
        items={CRON_PARTS.map((name, index) => ({
          key: String(index),
          label: name,
          children: (
            <CronPartEditor
              index={index}
              part={parts[index] ?? { kind: "every" }}
              onChange={(part) => setParts([...withPart(parts, index, part)])}
            />
          ),
        }))}
      />
      <p className="jb-line">
        <code className="cr-code">{next}</code>
      </p>
      <NextTicks line={next} />
    </Modal>
  );
}

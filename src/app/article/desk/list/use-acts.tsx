import { Modal } from "antd";
import { type ReactNode, useState } from "react";
import { fieldTexts, report } from "#src/office/calls/http.ts";
import { ask, notify } from "#src/office/calls/notify.ts";
import { isMoment, MomentPicker } from "#src/office/form/moment-picker.tsx";
import { useCarefulClose } from "#src/office/layers/use-careful-close.ts";
import type { DeskRow } from "../model/desk.ts";
import { act, pinArticle, putBackArticles, removeArticles, tellArticles } from "../parts/calls.ts";
import { PublishDialog } from "../parts/publish-dialog.tsx";
import { useWording } from "../parts/use-wording.tsx";
import { titleOf } from "./list-columns.tsx";

type Step = {
  /** Past tense of the toast: 已撤回. */
  done: string;
  /** Undefined: nothing is asked. */
  question?: { verb: string; text: string; isDanger?: boolean };
  run: (row: DeskRow) => Promise<unknown>;
};

const STEPS = {
  recall: {
    done: "已撤回",
    question: { verb: "撤回", text: "网站上将不再显示，内容保留，可以修改后重新发布。" },
    run: ({ id }) => act("recall", { id }),
  },
  withdraw: {
    done: "已取消送审",
    question: { verb: "取消送审", text: "文章回到草稿，可以继续修改。" },
    run: ({ id }) => act("withdraw", { id }),
  },
  discardCopy: {
    done: "已放弃改稿",
    question: {
      verb: "放弃改稿",
      text: "网站上的内容不变，尚未发布的修改只留在历史版本里。",
      isDanger: true,
    },
    run: ({ id }) => act("discardCopy", { id }),
  },
  unpin: { done: "已取消置顶", run: ({ id }) => pinArticle({ id, isTop: false }) },
  recycle: {
    done: "已移入回收站",
    question: {
      verb: "移入回收站",
      text: "已发布的将从网站撤下；30 天内可以从回收站恢复。",
      isDanger: true,
    },
    run: ({ id }) => removeArticles([id], false),
  },
  putBack: { done: "已恢复", run: ({ id }) => putBackArticles([id]) },
  purge: {
    done: "已彻底删除",
    question: {
      verb: "彻底删除",
      text: "正文、历史版本和阅读数一并删除，无法恢复。",
      isDanger: true,
    },
    run: ({ id }) => removeArticles([id], true),
  },
} satisfies Record<string, Step>;

export type StepName = keyof typeof STEPS;

/** Actions on one article from its row, with their dialogs. */
export function useActs() {
  const wording = useWording();
  const [dialog, setDialog] = useState<{ kind: "publish" | "pin"; row: DeskRow }>();
  const close = () => setDialog(undefined);

  const step = async (name: StepName, row: DeskRow) => {
    const { done, question, run }: Step = STEPS[name];
    const title = titleOf(row);
    if (question) {
      const { verb, ...rest } = question;
      if (!(await ask({ title: `${verb}「${title}」？`, ok: verb, ...rest }))) return;
    }
    await run(row);
    notify.success(`${done}「${title}」`);
    await tellArticles();
  };
  const submit = async (row: DeskRow) => {
    const done = await wording.run(
      "送审",
      (answer) => act("submit", { id: row.id, version: row.version, ...answer }),
      false,
    );
    if (done === undefined) return;
    notify.success(`已送审「${titleOf(row)}」`);
    await tellArticles();
  };
  /** A list has no fields to put texts on: all of them are said. */
  const tell = (error: unknown) => {
    const texts = fieldTexts(error);
    if (texts && Object.keys(texts).length > 1) notify.error(Object.values(texts).join("；"));
    else report(error);
  };
  const dialogs: ReactNode = (
    <>
      {dialog?.kind === "publish" && <PublishDialog row={dialog.row} onClose={close} />}
      {dialog?.kind === "pin" && <PinDialog row={dialog.row} onClose={close} />}
      {wording.dialog}
    </>
  );
  return {
    dialogs,
    publish: (row: DeskRow) => setDialog({ kind: "publish", row }),
    pin: (row: DeskRow) => setDialog({ kind: "pin", row }),
    step: (name: StepName, row: DeskRow) => void step(name, row).catch(tell),
    submit: (row: DeskRow) => void submit(row).catch(tell),
  };
}

function PinDialog({ row, onClose }: { row: DeskRow; onClose: () => void }) {
  const [until, setUntil] = useState<string | null>(null);
  const [problem, setProblem] = useState("");
  const { close, settle } = useCarefulClose(
    until !== null,
    { title: "放弃选好的置顶日期？", text: "文章还没有置顶，关闭后要重新选择。" },
    onClose,
  );
  const pin = async () => {
    try {
      // A day is meant whole; other text goes as it is, and the server refuses it.
      const topUntil = until && isMoment(until) ? `${until} 23:59:59` : until;
      await pinArticle({ id: row.id, isTop: true, topUntil });
      settle();
      onClose();
      notify.success(`已置顶「${titleOf(row)}」`);
      await tellArticles();
    } catch (error) {
      const text = fieldTexts(error)?.topUntil;
      if (text) setProblem(text);
      else report(error);
    }
  };
  return (
    <Modal
      open
      title={`置顶「${titleOf(row)}」`}
      okText="置顶"
      cancelText="取消"
      onOk={() => void pin()}
      onCancel={() => void close()}
    >
      <div className="ad-reason">
        <span>置顶到哪一天（不选则一直置顶）</span>
        <MomentPicker
          isDay
          className="ad-wide"
          aria-label="置顶到哪一天"
          placeholder="一直置顶"
          value={until}
          onChange={setUntil}
        />
      </div>
      <p className="o-problem" role="alert">
        {problem}
      </p>
    </Modal>
  );
}

import { MoreOutlined } from "@ant-design/icons";
import { useMutation } from "@tanstack/react-query";
import { Button, Modal, Radio } from "antd";
import { useState } from "react";
import { call } from "#src/office/calls/http.ts";
import { ask, notify } from "#src/office/calls/notify.ts";
import { below, type MenuPlace, PopupMenu } from "#src/office/layers/popup-menu.tsx";
import { useCarefulClose } from "#src/office/layers/use-careful-close.ts";
import { ChoiceBar } from "#src/office/list/bulk-bar.tsx";
import { useIsMobile } from "#src/office/shell/use-media.ts";
import { type TreeNode, TreeSelect } from "#src/office/tree/tree-select.tsx";
import type { BulkResult, BulkVerb, DeskRow } from "../model/desk.ts";
import type { ArticleVerb } from "../model/states.ts";
import { DESK, tellArticles } from "../parts/calls.ts";
import { VISIBLE_WORDS } from "../parts/state-mark.tsx";

export type BulkOutcome = BulkResult & { label: string };

type Act = {
  verb: BulkVerb;
  label: string;
  /** What a row must allow. */
  needs: ArticleVerb;
  isDanger?: boolean;
  /** Said before it is done; undefined: done at once, or asks in a dialog of its own. */
  text?: string;
};

const ACTS: readonly Act[] = [
  { verb: "publish", label: "发布", needs: "publish", text: "立即出现在网站上。" },
  { verb: "recall", label: "撤回", needs: "recall", text: "网站上将不再显示，内容保留。" },
  { verb: "approve", label: "通过审核", needs: "approve", text: "通过后等待发布。" },
  { verb: "move", label: "移动栏目", needs: "edit" },
  { verb: "pin", label: "置顶", needs: "pin" },
  { verb: "unpin", label: "取消置顶", needs: "pin" },
  { verb: "visible", label: "可见范围", needs: "edit" },
  {
    verb: "recycle",
    label: "移入回收站",
    needs: "recycle",
    isDanger: true,
    text: "已发布的将从网站撤下；30 天内可以从回收站恢复。",
  },
  { verb: "putBack", label: "恢复", needs: "putBack" },
  {
    verb: "purge",
    label: "彻底删除",
    needs: "purge",
    isDanger: true,
    text: "正文、历史版本和阅读数一并删除，无法恢复。",
  },
];

/** Buttons that stay in sight on a phone. */
const ON_PHONE = 3;

/** Which of the rows an act applies to. 置顶 and 取消置顶 need the same permission, not the same row. */
const applies = ({ verb, needs }: Act, row: DeskRow): boolean =>
  row.allowed.includes(needs) &&
  (verb === "pin" ? row.top === 0 : verb === "unpin" ? row.top > 0 : true);

/** The bulk bar: each act with the number of chosen rows it applies to. */
export function ListBulk({
  rows,
  total,
  asked,
  isAll,
  categories,
  onAll,
  onClear,
  onRefused,
}: {
  rows: readonly DeskRow[];
  /** Rows that match the filters, on all pages. */
  total: number;
  /** The list's filters. */
  asked: Record<string, string | undefined>;
  /** All that match are chosen, not only those of this page. */
  isAll: boolean;
  categories: readonly TreeNode[];
  onAll: () => void;
  onClear: () => void;
  /** Some were refused. Told to the page: this bar goes with the choice, and the reasons must stay. */
  onRefused: (result: BulkOutcome) => void;
}) {
  const isMobile = useIsMobile();
  const [dialog, setDialog] = useState<"move" | "visible">();
  const [place, setPlace] = useState<MenuPlace>();
  const running = useMutation({
    mutationFn: async ({ act, more }: { act: Act; more: object }) => {
      const ids = rows.filter((row) => applies(act, row)).map(({ id }) => id);
      const which = isAll ? { asked } : { ids };
      const { data } = await call<{ data: BulkResult }>("POST", `${DESK}/bulk`, {
        body: { verb: act.verb, ...which, ...more },
      });
      return { ...data, label: act.label };
    },
    onSuccess: async (done) => {
      setDialog(undefined);
      if (done.refused.length > 0) onRefused(done);
      else {
        notify.success(`已${done.label} ${done.done} 篇`);
        onClear();
      }
      await tellArticles();
    },
  });
  const start = async (act: Act) => {
    if (act.verb === "move" || act.verb === "visible") return setDialog(act.verb);
    const chosen = rows.filter((row) => applies(act, row));
    const isSure =
      (act.text === undefined && !isAll) ||
      (await ask({
        title: `${act.label} ${isAll ? total.toLocaleString("zh-CN") : chosen.length} 篇文章？`,
        text: isAll ? `符合条件的全部文章。${act.text ?? ""}` : `${names(chosen)}${act.text ?? ""}`,
        ok: act.label,
        ...(act.isDanger ? { isDanger: true } : {}),
      }));
    if (isSure) running.mutate({ act, more: {} });
  };
  const possible = ACTS.map((act) => ({
    act,
    count: rows.filter((row) => applies(act, row)).length,
  })).filter(({ count }) => count > 0);
  const shown = isMobile ? possible.slice(0, ON_PHONE) : possible;
  const folded = possible.slice(shown.length);
  const label = ({ act, count }: (typeof possible)[number]) =>
    isAll || count === rows.length ? act.label : `${act.label} ${count}`;
  const actOf = (verb: BulkVerb) => ACTS.find((each) => each.verb === verb) as Act;

  return (
    <ChoiceBar
      className="ad-bulk"
      said={`已选 ${isAll ? total.toLocaleString("zh-CN") : rows.length}${isMobile ? "" : " 篇"}`}
      isShort={isMobile}
      onClear={onClear}
    >
      {!isMobile && !isAll && total > rows.length && (
        <button type="button" className="o-link" onClick={onAll}>
          选择全部 {total.toLocaleString("zh-CN")} 篇
        </button>
      )}
      <i className="ad-rule" aria-hidden="true" />
      {shown.map((each, index) => (
        <Button
          key={each.act.verb}
          size={isMobile ? "middle" : "small"}
          {...(each.act.isDanger ? { danger: true } : index === 0 ? { type: "primary" } : {})}
          disabled={running.isPending}
          onClick={() => void start(each.act)}
        >
          {label(each)}
        </Button>
      ))}
      {folded.length > 0 && (
        <Button
          aria-label="更多批量操作"
          aria-haspopup="menu"
          icon={<MoreOutlined aria-hidden />}
          onClick={(event) => setPlace(below(event.currentTarget))}
        />
      )}
      {place && (
        <PopupMenu
          label="批量操作"
          place={place}
          onClose={() => setPlace(undefined)}
          items={folded.map((each) => ({
            key: each.act.verb,
            label: label(each),
            onChoose: () => void start(each.act),
          }))}
        />
      )}
      {dialog === "move" && (
        <MoveDialog
          categories={categories}
          isBusy={running.isPending}
          onClose={() => setDialog(undefined)}
          onMove={(typeId) => running.mutate({ act: actOf("move"), more: { typeId } })}
        />
      )}
      {dialog === "visible" && (
        <VisibleDialog
          isBusy={running.isPending}
          onClose={() => setDialog(undefined)}
          onChoose={(visible) => running.mutate({ act: actOf("visible"), more: { visible } })}
        />
      )}
    </ChoiceBar>
  );
}

const names = (rows: readonly DeskRow[]) =>
  rows
    .slice(0, 5)
    .map((row) => `「${row.articleName}」`)
    .join("") + (rows.length > 5 ? " 等。" : "。");

function MoveDialog({
  categories,
  isBusy,
  onMove,
  onClose,
}: {
  categories: readonly TreeNode[];
  isBusy: boolean;
  onMove: (typeId: number) => void;
  onClose: () => void;
}) {
  const [typeId, setTypeId] = useState<number>();
  const { close, settle } = useCarefulClose(
    typeId !== undefined,
    { title: "放弃选好的栏目？", text: "文章还没有移动，关闭后要重新选择。" },
    onClose,
  );
  return (
    <Modal
      open
      title="移动到栏目"
      okText="移动"
      cancelText="取消"
      confirmLoading={isBusy}
      okButtonProps={{ disabled: typeId === undefined }}
      onOk={() => {
        if (typeId === undefined) return;
        settle();
        onMove(typeId);
      }}
      onCancel={() => void close()}
    >
      <TreeSelect label="栏目" nodes={categories} value={typeId} onChange={setTypeId} />
    </Modal>
  );
}

const FIRST_VISIBLE = "public";

function VisibleDialog({
  isBusy,
  onChoose,
  onClose,
}: {
  isBusy: boolean;
  onChoose: (visible: string) => void;
  onClose: () => void;
}) {
  const [visible, setVisible] = useState(FIRST_VISIBLE);
  const { close, settle } = useCarefulClose(
    visible !== FIRST_VISIBLE,
    { title: "放弃选好的可见范围？", text: "可见范围还没有修改，关闭后要重新选择。" },
    onClose,
  );
  return (
    <Modal
      open
      title="修改可见范围"
      okText="修改"
      cancelText="取消"
      confirmLoading={isBusy}
      onOk={() => {
        settle();
        onChoose(visible);
      }}
      onCancel={() => void close()}
    >
      <Radio.Group
        block
        optionType="button"
        aria-label="可见范围"
        value={visible}
        options={Object.entries(VISIBLE_WORDS).map(([value, label]) => ({ value, label }))}
        onChange={(event) => setVisible(String(event.target.value))}
      />
    </Modal>
  );
}

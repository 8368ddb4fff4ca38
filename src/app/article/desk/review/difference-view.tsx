import { useMemo, useState } from "react";
import { sizeText } from "#src/lib/upload/upload-rules.ts";
import { pathTo } from "#src/office/tree/tree-select.tsx";
import { type ArticleFields, FIELD_LABELS } from "../model/fields.ts";
import { useCategories } from "../parts/categories.ts";
import { VISIBLE_WORDS } from "../parts/state-mark.tsx";
import { type BlockChange, blocksOf, changedNames, compareBlocks } from "./difference.ts";

/** So many unchanged blocks stay in sight on each side of a change. */
const AROUND = 1;

/** A readable difference: the text by paragraphs with the changed characters marked, fields beside. */
export function DifferenceView({
  before,
  after,
  beforeName,
  afterName,
}: {
  before: ArticleFields;
  after: ArticleFields;
  /** 第 6 版, 我的. */
  beforeName: string;
  afterName: string;
}) {
  const names = changedNames(before, after);
  const changes = useMemo(
    () => compareBlocks(blocksOf(before.content), blocksOf(after.content)),
    [before.content, after.content],
  );
  const changed = changes.filter((each) => each.state !== "same").length;
  const fields = names.filter((name) => name !== "content");
  if (names.length === 0) {
    return <p className="ad-lead">两个版本的内容相同。</p>;
  }
  return (
    <div className="ad-diff">
      <p className="o-note">
        <del>{beforeName}</del> → <ins>{afterName}</ins>：
        {fields.length > 0 && `${fields.length} 项设置`}
        {fields.length > 0 && changed > 0 && "，"}
        {changed > 0 && `正文 ${changed} 段`}
        {fields.length === 0 && changed === 0 && "正文只有格式不同"}
      </p>
      {fields.length > 0 && <FieldRows names={fields} before={before} after={after} />}
      {changed > 0 && <TextRows changes={changes} />}
    </div>
  );
}

function FieldRows({
  names,
  before,
  after,
}: {
  names: readonly (keyof ArticleFields)[];
  before: ArticleFields;
  after: ArticleFields;
}) {
  const categories = useCategories();
  const shown = (fields: ArticleFields, name: keyof ArticleFields): string => {
    const value = fields[name];
    if (name === "typeId") return pathTo(categories, fields.typeId) || "未选择";
    if (name === "visible") return VISIBLE_WORDS[fields.visible];
    if (name === "isImportant") return fields.isImportant ? "是" : "否";
    if (name === "attachments") {
      return (
        fields.attachments.map((each) => `${each.name}（${sizeText(each.bytes)}）`).join("、") ||
        "无"
      );
    }
    return String(value ?? "") || "空";
  };
  return (
    <dl className="ad-diff-fields">
      {names.map((name) => (
        <div key={name}>
          <dt>{FIELD_LABELS[name]}</dt>
          <dd>
            <del>{shown(before, name)}</del>
            <ins>{shown(after, name)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

type Run = { at: number; isFolded: boolean; changes: BlockChange[] };

/** Changes with what stands around them; what lies between is folded. */
function runsOf(changes: readonly BlockChange[]): Run[] {
  const isNear = (index: number) =>
    changes
      .slice(Math.max(0, index - AROUND), index + AROUND + 1)
      .some((each) => each.state !== "same");
  const runs: Run[] = [];
  changes.forEach((change, at) => {
    const isFolded = !isNear(at);
    const last = runs.at(-1);
    if (last && last.isFolded === isFolded) last.changes.push(change);
    else runs.push({ at, isFolded, changes: [change] });
  });
  return runs;
}

function TextRows({ changes }: { changes: readonly BlockChange[] }) {
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  return (
    <div className="ad-diff-text">
      {runsOf(changes).map((run) =>
        run.isFolded && !opened.has(run.at) ? (
          <button
            key={run.at}
            type="button"
            className="ad-folded"
            onClick={() => setOpened(new Set(opened).add(run.at))}
          >
            未变的 {run.changes.length} 段
          </button>
        ) : (
          run.changes.map((change, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of one comparison never move
            <Row key={`${run.at}-${index}`} change={change} />
          ))
        ),
      )}
    </div>
  );
}

const STATE_WORDS = { same: "", added: "新增", removed: "删去", changed: "修改" } as const;

function Row({ change }: { change: BlockChange }) {
  const { state, kind } = change;
  return (
    <p data-state={state}>
      <span className="ad-diff-kind">{[STATE_WORDS[state], kind].filter(Boolean).join(" · ")}</span>
      {change.state === "changed"
        ? change.parts.map((part, index) =>
            part.state === "same" ? (
              part.text
            ) : part.state === "added" ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: parts of one comparison never move
              <ins key={index}>{part.text}</ins>
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: parts of one comparison never move
              <del key={index}>{part.text}</del>
            ),
          )
        : change.text}
    </p>
  );
}

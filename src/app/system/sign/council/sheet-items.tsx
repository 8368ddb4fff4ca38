import { CloseOutlined } from "@ant-design/icons";
import { Button, Input, Radio } from "antd";
import { RESULT_NAMES, VERDICT_NAMES, type Verdict } from "#src/lib/membership/council.ts";
import { openPath } from "#src/office/tabs/workspace.ts";
import { applicationPath } from "../review/calls.ts";
import type { SheetItem } from "./wire.ts";

/** What is chosen for an item, before the resolution is stored. */
export type Said = { verdict: Verdict; opinion: string };

const CHOICES = Object.entries(VERDICT_NAMES).map(([value, label]) => ({ value, label }));
const TONES: Readonly<Record<string, string>> = {
  passed: "o-dot-green",
  rejected: "o-dot-red",
  postponed: "o-dot-amber",
};

type Props = {
  items: readonly SheetItem[];
  mayDecide: boolean;
  saidOf: (id: number) => Said;
  /** Texts of a refusal; `opinion.<id>` belongs to an item. */
  problems: Readonly<Record<string, string>>;
  onSay: (id: number, change: Partial<Said>) => void;
  onRemove: (item: SheetItem) => void;
};

/** The items of a sheet in their order, each with what it is and what is decided on it. */
export const SheetItems = (props: Props) => (
  <ol className="cs-items">
    {props.items.map((item, index) => (
      <li key={item.id}>
        <span className="cs-no" aria-hidden="true">
          {index + 1}
        </span>
        <div className="cs-what">
          <h2>
            {item.signId === null ? (
              item.name
            ) : (
              <button
                type="button"
                className="o-link"
                onClick={() => openPath(applicationPath(item.signId ?? 0))}
              >
                {item.name}
              </button>
            )}
            <span className="o-kind">{item.kindName}</span>
          </h2>
          <p className="o-note">
            {[item.number, item.levelName, item.regionName].filter(Boolean).join(" · ")}
          </p>
          {item.summary && <p>{item.summary}</p>}
          {item.reviewOpinion && (
            <p className="cs-review">
              初审意见（{item.reviewer}）：{item.reviewOpinion}
            </p>
          )}
        </div>
        <div className="cs-verdict">
          {item.result || !props.mayDecide ? (
            <Result item={item} />
          ) : (
            <Choice {...props} item={item} />
          )}
        </div>
      </li>
    ))}
  </ol>
);

const Result = ({ item: { result, opinion } }: { item: SheetItem }) => (
  <>
    <span className="cs-result">
      <i className={`o-dot ${TONES[result] ?? ""}`} aria-hidden="true" />
      {RESULT_NAMES[result] ?? result}
    </span>
    {opinion && <p className="o-note">{opinion}</p>}
  </>
);

function Choice({ item, saidOf, problems, onSay, onRemove }: Props & { item: SheetItem }) {
  const { verdict, opinion } = saidOf(item.id);
  const problem = problems[`opinion.${item.id}`];
  return (
    <>
      <div className="cs-choice">
        <Radio.Group
          optionType="button"
          size="small"
          aria-label={`「${item.name}」的审议结果`}
          options={CHOICES}
          value={verdict}
          onChange={({ target }) => onSay(item.id, { verdict: target.value as Verdict })}
        />
        <Button
          type="text"
          size="small"
          icon={<CloseOutlined aria-hidden />}
          aria-label={`把「${item.name}」移出名单`}
          onClick={() => onRemove(item)}
        />
      </div>
      {verdict !== "passed" && (
        <Input.TextArea
          autoSize={{ minRows: 1, maxRows: 4 }}
          maxLength={500}
          aria-label={`「${item.name}」的审议意见`}
          aria-invalid={problem !== undefined}
          placeholder={verdict === "rejected" ? "原因（必填，申请人会看到）" : "延期原因（可不填）"}
          status={problem ? "error" : ""}
          value={opinion}
          onChange={({ target }) => onSay(item.id, { opinion: target.value })}
        />
      )}
      {problem && (
        <p className="o-problem" role="alert">
          {problem}
        </p>
      )}
    </>
  );
}

import { Button } from "antd";
import type { ReactNode } from "react";
import { Card } from "../card.tsx";
import { DocumentPicture, TrayPicture } from "../pictures.tsx";

/** Which of the three empties a list has: nothing made yet, nothing found, nothing left to do. */
export type Emptiness = "first" | "match" | "done";

/** An empty list, and the next step out of it. `chips` are the filters that hide everything. */
export function ListEmpty({
  kind,
  noun,
  chips = [],
  onClear,
  action,
}: {
  kind: Emptiness;
  noun: string;
  chips?: readonly { key: string; text: string; onRemove: () => void }[];
  onClear: () => void;
  action?: ReactNode;
}) {
  if (kind === "done") {
    return (
      <Card picture={<TrayPicture />} title="待办已清空" actions={action}>
        没有等待处理的{noun}。
      </Card>
    );
  }
  if (kind === "first") {
    return (
      <Card picture={<DocumentPicture />} title={`还没有${noun}`} actions={action}>
        新增之后会显示在这里。
      </Card>
    );
  }
  return (
    <Card
      picture={<SearchPicture />}
      title={`没有符合条件的${noun}`}
      actions={
        <Button type="primary" onClick={onClear}>
          清空筛选
        </Button>
      }
    >
      <p>去掉一项条件，或清空筛选再看。</p>
      <ul className="cr-chips">
        {chips.map(({ key, text, onRemove }) => (
          <li key={key}>
            {text}
            <button type="button" aria-label={`去掉条件：${text}`} onClick={onRemove}>
              ×
            </button>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function SearchPicture() {
  return (
    <svg width="72" height="72" viewBox="0 0 72 72" className="o-picture" aria-hidden="true">
      <path d="M10 14h48v38H10z" className="o-picture-fill" />
      <path d="M10 24h48M18 34h14M18 42h9" />
      <circle cx="46" cy="44" r="11" className="o-picture-fill" />
      <path d="m54 52 8 8" />
    </svg>
  );
}

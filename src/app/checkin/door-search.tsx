import { type ReactElement, useState } from "react";
import { firstTime } from "#src/lib/activity/door.ts";
import { entryStateName } from "#src/lib/activity/entry-life.ts";
import { Field } from "#src/site/form/form.tsx";
import type { DoorEntry } from "../activity/door/wire.ts";
import { isIn } from "./offline/judge.ts";

const MOST_SHOWN = 20;

type Props = {
  readonly entries: readonly DoorEntry[];
  readonly isBusy: boolean;
  readonly onPick: (entryId: number) => void;
};

/** The door finds a participant without a code by name, or by the last four digits of the telephone. */
export function DoorSearch({ entries, isBusy, onPick }: Props): ReactElement {
  const [text, setText] = useState("");
  const asked = text.normalize("NFKC").trim();
  const found = asked
    ? entries.filter(({ name, phoneEnd }) => name.includes(asked) || phoneEnd === asked.slice(-4))
    : [];
  const shown = found.slice(0, MOST_SHOWN);
  return (
    <section className="door-card">
      <h3>查找签到</h3>
      <Field
        name="who"
        label="姓名或手机号后四位"
        value={text}
        onChange={setText}
        autoComplete="off"
        maxLength={30}
      />
      <p className="door-note" role="status">
        {asked === ""
          ? ""
          : found.length === 0
            ? "没有找到。请核对姓名，或在下方现场登记。"
            : found.length > shown.length
              ? `找到 ${found.length} 位，显示前 ${shown.length} 位，请输入更多字`
              : `找到 ${found.length} 位`}
      </p>
      <ul className="door-found">
        {shown.map((entry) => (
          <li key={entry.id}>
            <div>
              <p className="door-found-name">{entry.name}</p>
              <p>{factsOf(entry)}</p>
            </div>
            {isIn(entry) ? null : (
              <button
                type="button"
                className="btn btn-primary"
                aria-label={`签到「${entry.name}」`}
                aria-disabled={isBusy}
                onClick={() => onPick(entry.id)}
              >
                签到
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function factsOf(entry: DoorEntry): string {
  const { unit, phoneEnd, seatNo, state, checkedInAt, checkedInDoor } = entry;
  return [
    unit,
    phoneEnd && `尾号 ${phoneEnd}`,
    seatNo && `座位 ${seatNo}`,
    isIn(entry)
      ? firstTime({ checkedInAt: checkedInAt ?? undefined, checkedInDoor })
      : entryStateName(state),
  ]
    .filter(Boolean)
    .join(" · ");
}

import { type ReactElement, useEffect, useState } from "react";
import { Link } from "react-router";
import { valueProblems } from "#src/lib/declare/read-values.ts";
import { slotsOf } from "#src/lib/declare/schema.ts";
import { childHref } from "./children.ts";
import type { ItemProps } from "./item-props.ts";
import { SlotInput } from "./parts/slot-input.tsx";
import { SubmitBar } from "./submit-bar.tsx";

/** Addresses of private files live for ten minutes. */
const FRESH_MS = 8 * 60_000;

/** Materials by slot, and handing in. */
export function Materials({ userId, info, work, onChanged }: ItemProps): ReactElement {
  const [isAsked, setAsked] = useState(false);
  const { refresh } = work;
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") void refresh();
    }, FRESH_MS);
    return () => clearInterval(timer);
  }, [refresh]);
  const slots = slotsOf(info.schema);
  const problems = isAsked ? valueProblems(info.schema, work.values) : {};
  if (!info.isWritable) {
    return (
      <div className="declare-card">
        <h2>{`这份申报现在不能修改（${info.stateName}）`}</h2>
        <p>已上传的材料可以在“查看与打印”中查看。</p>
        <Link className="btn btn-primary" to={childHref("getInfo", info.id)}>
          查看申报
        </Link>
      </div>
    );
  }
  return (
    <>
      <h2 className="declare-title">上传材料</h2>
      <div className="declare-slots">
        {slots.map((field) => (
          <SlotInput key={field.name} field={field} work={work} error={problems[field.name]} />
        ))}
        {slots.length === 0 ? <p>本批次不需要上传材料。</p> : null}
      </div>
      <SubmitBar
        userId={userId}
        info={info}
        work={work}
        onChanged={onChanged}
        onAsked={() => setAsked(true)}
      />
    </>
  );
}

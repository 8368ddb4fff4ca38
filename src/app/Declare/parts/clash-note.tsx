import type { ReactElement } from "react";
import type { DeclareField, DeclareValue } from "#src/lib/declare/schema.ts";

type Props = {
  readonly field: DeclareField;
  readonly theirs: DeclareValue;
  readonly onSettle: (isMine: boolean) => void;
};

const shown = (value: DeclareValue): string =>
  typeof value === "string"
    ? value
    : value
        .map((each) =>
          typeof each === "string" ? each : Object.values(each).filter(Boolean).join(" "),
        )
        .join("；");

/** Somebody else has changed the same field: both texts are there until one is chosen. */
export const ClashNote = ({ field, theirs, onSettle }: Props): ReactElement => (
  <div className="declare-note" data-bad="" role="alert">
    <p>{`“${field.label}”同时有人修改过。您填写的内容还在上面，另一处写的是：`}</p>
    <blockquote>{shown(theirs) || "（空白）"}</blockquote>
    <p className="declare-ways">
      <button type="button" className="btn btn-outline btn-small" onClick={() => onSettle(true)}>
        保留我的
      </button>
      <button type="button" className="btn btn-outline btn-small" onClick={() => onSettle(false)}>
        采用另一处的
      </button>
    </p>
  </div>
);

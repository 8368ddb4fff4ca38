import { Button } from "antd";
import type { ReactNode } from "react";

export type RowProps = {
  /** undefined: as it is saved. */
  draft: string | undefined;
  problem: string | undefined;
  mayEdit: boolean;
  isSaving: boolean;
  /** undefined takes the change back. */
  onChange: (value: string | undefined) => void;
  onSave: () => void;
};

/** One setting: what it is called and is for, beside its field. */
export function RowBox({
  name,
  settingKey,
  note,
  fieldId,
  draft,
  children,
}: Pick<RowProps, "draft"> & {
  name: string;
  settingKey: string;
  note: string;
  /** The field that the name labels; undefined: it draws its own label, or is several. */
  fieldId?: string | undefined;
  children: ReactNode;
}) {
  return (
    <div
      className="cf-row"
      data-key={settingKey}
      data-changed={draft === undefined ? undefined : ""}
    >
      <div className="cf-what">
        {fieldId ? (
          <label className="cf-name" htmlFor={fieldId}>
            {name}
          </label>
        ) : (
          <span className="cf-name">{name}</span>
        )}
        <code>{settingKey}</code>
        <p className="o-note">{note}</p>
      </div>
      {children}
    </div>
  );
}

/** What is wrong with a value; `id` is what the field is described by. */
export const RowProblem = ({ id, problem }: { id?: string; problem: string | undefined }) =>
  problem && (
    <p id={id} className="o-problem" role="alert">
      {problem}
    </p>
  );

/** 保存 and 撤销 of a row that was changed, and what else can be done with it. */
export function RowActs({
  name,
  draft,
  mayEdit,
  isSaving,
  onChange,
  onSave,
  children,
}: RowProps & { name: string; children?: ReactNode }) {
  if (!mayEdit || (draft === undefined && !children)) return null;
  return (
    <p className="cf-acts">
      {draft !== undefined && (
        <>
          <span className="cf-changed">
            <i className="o-dot o-dot-amber" aria-hidden="true" /> 未保存
          </span>
          <Button
            size="small"
            color="primary"
            variant="outlined"
            loading={isSaving}
            onClick={onSave}
            aria-label={`保存「${name}」`}
          >
            保存
          </Button>
          <Button
            size="small"
            onClick={() => onChange(undefined)}
            aria-label={`撤销「${name}」的修改`}
          >
            撤销
          </Button>
        </>
      )}
      {children}
    </p>
  );
}

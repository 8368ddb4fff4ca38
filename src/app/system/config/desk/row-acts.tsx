import { Button } from "antd";

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

/** 保存 and 撤销 of a row that was changed. */
export function RowActs({
  name,
  draft,
  mayEdit,
  isSaving,
  onChange,
  onSave,
}: RowProps & { name: string }) {
  if (!mayEdit || draft === undefined) return null;
  return (
    <p className="cf-acts">
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
      <Button size="small" onClick={() => onChange(undefined)} aria-label={`撤销「${name}」的修改`}>
        撤销
      </Button>
    </p>
  );
}

import { type ReactElement, useEffect, useState } from "react";
import { FieldShell, hintId } from "#src/site/form/field-shell.tsx";
import { callApi } from "#src/site/session/http.ts";
import type { Branch } from "../../system/sign/wire.ts";

const MOST = 3;
const HELP = `可不选，最多 ${MOST} 个；先选的一个负责联系您`;

type Props = {
  readonly branchIds: readonly number[];
  readonly error: string | undefined;
  readonly onChange: (branchIds: readonly number[]) => void;
};

/** Branches to belong to; nothing where the society has none, or they cannot be read. */
export function BranchChoice({ branchIds, error, onChange }: Props): ReactElement | null {
  const [branches, setBranches] = useState<readonly Branch[]>([]);
  useEffect(() => {
    const gone = new AbortController();
    callApi<{ data: Branch[] }>("GET", "/api/system/sign/branches", { signal: gone.signal })
      .then(({ data }) => setBranches(data))
      .catch(() => undefined);
    return () => gone.abort();
  }, []);
  if (branches.length === 0) return null;
  const isFull = branchIds.length >= MOST;
  return (
    <FieldShell id="apply-branchIds" label="分支机构" isGroup help={HELP} error={error}>
      <div className="apply-choices">
        {branches.map(({ id, name }) => {
          const isChosen = branchIds.includes(id);
          return (
            <label key={id} data-off={isFull && !isChosen ? "" : undefined}>
              <input
                type="checkbox"
                name="branchIds"
                checked={isChosen}
                disabled={isFull && !isChosen}
                aria-describedby={hintId("apply-branchIds", { error, help: HELP })}
                onChange={() =>
                  onChange(isChosen ? branchIds.filter((each) => each !== id) : [...branchIds, id])
                }
              />
              <span>{name}</span>
            </label>
          );
        })}
      </div>
    </FieldShell>
  );
}

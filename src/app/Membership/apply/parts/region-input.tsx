import { type ReactElement, useEffect, useState } from "react";
import { FieldShell, hintId } from "#src/site/form/field-shell.tsx";
import { loadRegions, type Region, wayTo } from "./regions.ts";

type Props = {
  readonly id: string;
  readonly label: string;
  readonly isOptional: boolean;
  readonly error: string | undefined;
  readonly help: string | undefined;
  readonly code: string;
  readonly onChange: (code: string) => void;
};

const NAMES = ["省份", "城市", "区县"];

/** Province, city and county one after the other; the code is that of the last one chosen. */
export function RegionInput(props: Props): ReactElement {
  const { id, code, onChange, error, help } = props;
  const [regions, setRegions] = useState<Region[]>();
  const [isLost, setLost] = useState(false);
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when the person says so
  useEffect(() => {
    let isHere = true;
    setLost(false);
    loadRegions().then(
      (found) => isHere && setRegions(found),
      () => isHere && setLost(true),
    );
    return () => {
      isHere = false;
    };
  }, [round]);

  const way = regions ? wayTo(regions, code) : [];
  const levels: Region[][] = regions ? [regions] : [];
  for (const region of way) if (region.children) levels.push(region.children);

  return (
    <FieldShell {...props} isGroup>
      {isLost ? (
        <p className="field-error">
          <span>地区没有读取成功</span>
          <button type="button" className="link" onClick={() => setRound(round + 1)}>
            重试
          </button>
        </p>
      ) : (
        <div className="apply-regions">
          {(levels.length > 0 ? levels : [[]]).map((list, level) => (
            <select
              key={NAMES[level]}
              className="input"
              aria-label={`${props.label}：${NAMES[level]}`}
              aria-invalid={error ? true : undefined}
              aria-describedby={hintId(id, { error, help })}
              value={way[level]?.code ?? ""}
              onChange={(event) => onChange(event.target.value || (way[level - 1]?.code ?? ""))}
            >
              <option value="">{regions ? `请选择${NAMES[level]}` : "正在读取…"}</option>
              {list.map((region) => (
                <option key={region.code} value={region.code}>
                  {region.name}
                </option>
              ))}
            </select>
          ))}
        </div>
      )}
    </FieldShell>
  );
}

import type { ReactElement } from "react";
import { FieldShell } from "#src/site/form/field-shell.tsx";

type Props = {
  readonly id: string;
  readonly label: string;
  readonly isOptional: boolean;
  readonly error: string | undefined;
  readonly help: string | undefined;
  readonly options: readonly string[];
  readonly max: number;
  readonly chosen: readonly string[];
  readonly onChange: (chosen: string[]) => void;
};

/** Several of a few; those beyond the most that may be chosen cannot be ticked. */
export function ChoicesInput(props: Props): ReactElement {
  const { id, options, max, chosen, onChange } = props;
  const isFull = chosen.length >= max;
  return (
    <FieldShell
      {...props}
      isGroup
      help={props.help ?? `最多选 ${max} 项，已选 ${chosen.length} 项`}
    >
      <div className="apply-choices">
        {options.map((option) => {
          const isChosen = chosen.includes(option);
          return (
            <label key={option} data-off={isFull && !isChosen ? "" : undefined}>
              <input
                type="checkbox"
                name={id}
                checked={isChosen}
                disabled={isFull && !isChosen}
                onChange={() =>
                  onChange(
                    isChosen ? chosen.filter((each) => each !== option) : [...chosen, option],
                  )
                }
              />
              {option}
            </label>
          );
        })}
      </div>
    </FieldShell>
  );
}

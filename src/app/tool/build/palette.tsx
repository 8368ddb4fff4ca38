import { type FieldKind, KINDS, type KindFacts } from "./fields.ts";
import type { Cargo, useDrag } from "./use-drag.ts";

type Handle = ReturnType<typeof useDrag>["handle"];

const GROUPS = [...new Set(KINDS.map(({ group }) => group))];

/** The components: a press or Enter puts one behind the chosen one, dragging puts it anywhere. */
export function Palette({
  handle,
  isClick,
  onAdd,
}: {
  handle: ((cargo: Cargo) => ReturnType<Handle>) | undefined;
  isClick: () => boolean;
  onAdd: (kind: FieldKind) => void;
}) {
  return (
    <div className="fb-palette">
      {GROUPS.map((group) => (
        <section key={group} aria-label={group}>
          <h2>{group}</h2>
          <div className="fb-kinds">
            {KINDS.filter((facts) => facts.group === group).map((facts: KindFacts) => (
              <button
                key={facts.kind}
                type="button"
                aria-label={`添加${facts.title}`}
                {...handle?.({ kind: facts.kind })}
                onClick={() => {
                  if (isClick()) onAdd(facts.kind);
                }}
              >
                {facts.title}
              </button>
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}

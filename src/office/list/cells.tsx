import type { CSSProperties, ReactNode } from "react";
import { useStore } from "../../lib/store.ts";
import { sizeStore } from "../settings/settings.ts";
import { SIZE_FACTS } from "../shell/theme.ts";
import type { Density } from "./crud-tools.tsx";
import type { Column } from "./crud-types.ts";

/** A value as it is; nothing is a dash. */
export const textOf = (value: unknown): string =>
  value === null || value === undefined || value === "" ? "—" : String(value);

export const cellOf = <R,>(column: Column<R>, row: R): ReactNode =>
  column.render ? column.render(row) : textOf(row[column.key]);

const DENSITY_STEP: Record<Density, number> = { compact: -3, normal: 0, roomy: 4 };

/** The room above and below a cell's text, for `.cr-scroll`. */
export function useCellSize(density: Density): CSSProperties {
  const { cellBlock } = SIZE_FACTS[useStore(sizeStore)];
  return { ["--cell" as string]: `${Math.max(1, cellBlock + DENSITY_STEP[density])}px` };
}

const BONES = ["a", "b", "c", "d", "e", "f", "g", "h"];

/** Grey rows until the first answer. */
export const BoneRows = ({ cells, hasBoxes }: { cells: readonly string[]; hasBoxes: boolean }) =>
  BONES.map((bone) => (
    <tr key={bone} className="cr-bones">
      {hasBoxes && <td />}
      {cells.map((cell) => (
        <td key={cell}>
          <i />
        </td>
      ))}
      <td />
    </tr>
  ));

/** The same as cards. */
export const BoneCards = () =>
  BONES.slice(4).map((bone) => (
    <li key={bone} className="cr-bones" aria-hidden="true">
      <i />
    </li>
  ));

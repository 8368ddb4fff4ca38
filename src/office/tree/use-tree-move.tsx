import { type ReactNode, useState } from "react";
import { ApiError, call, report } from "../calls/http.ts";
import { ask, notify } from "../calls/notify.ts";
import { type Entity, idOf, nameOf } from "../list/crud-types.ts";
import { MoveDrawer } from "./move-drawer.tsx";
import {
  familyOf,
  isSamePlace,
  isWithin,
  type Place,
  placeAt,
  placeOf,
  stepOf,
} from "./tree-places.ts";
import type { TreeMover } from "./use-tree-drag.ts";

/** Why a row cannot hang below another one, undefined for the top; undefined where it can. */
export type MoveRule<R> = (row: R, above: R | undefined) => string | undefined;

/**
 * Rows of a tree moved by `PUT <path>/move`: by dragging, by keys, by a form. Each can be undone from
 * its message. `rows` are all rows of the tree.
 */
export function useTreeMove<R>({
  entity,
  parent,
  rows,
  rule,
  warning,
  mayHold,
  isOpen,
  isUnsaved,
  tellAll,
}: {
  entity: Entity<R>;
  parent: keyof R & string;
  rows: readonly R[];
  rule: MoveRule<R>;
  /** The question before the move; undefined: none. */
  warning: MoveRule<R>;
  mayHold: (row: R) => boolean;
  isOpen: (id: number) => boolean;
  /** Order numbers are typed and not saved: a move would change them under the hand. */
  isUnsaved: boolean;
  tellAll: () => Promise<void>;
}): { mover: TreeMover<R>; drawer: ReactNode } {
  const [chosen, setChosen] = useState<R>();
  const id = (row: R) => Number(idOf(entity, row));
  const family = familyOf(rows, id, (row) => Number(row[parent]));
  const named = (row: R) => `${entity.noun}「${nameOf(entity, row)}」`;

  const problemBelow = (row: R, above: number): string | undefined => {
    if (isWithin(family, above, id(row))) return "不能移到自己或自己的下级";
    return above === family.aboveOf(id(row)) ? undefined : rule(row, family.find(above));
  };

  const warningBelow = (row: R, above: number): string | undefined =>
    above === family.aboveOf(id(row)) ? undefined : warning(row, family.find(above));

  const send = (row: R, { above, before }: Place) =>
    call("PUT", `${entity.path}/move`, {
      body: { [entity.id]: id(row), [parent]: above, beforeId: before ?? null },
      isQuiet: true,
    });

  const move = async (row: R, place: Place) => {
    const was = placeOf(family, id(row));
    await send(row, place);
    const undo = async () => {
      await send(row, was);
      notify.success(`已撤销：${named(row)}回到原来的位置`);
      await tellAll();
    };
    notify.success(`已移动${named(row)}`, () => void undo().catch(report));
    await tellAll();
  };

  const tryMove = async (row: R, place: Place) => {
    if (isUnsaved) {
      notify.warning("排序还没有保存，请先保存或还原，再移动");
      return;
    }
    const problem = problemBelow(row, place.above);
    if (problem) {
      notify.warning(problem);
      return;
    }
    const text = warningBelow(row, place.above);
    if (text && !(await ask({ title: `移动${named(row)}？`, text, ok: "移动" }))) return;
    try {
      await move(row, place);
    } catch (error) {
      report(error);
      // Someone else was faster: the shown rows are out of date.
      if (error instanceof ApiError) await tellAll();
    }
  };

  const mover: TreeMover<R> = {
    problemAt: (row, place) => problemBelow(row, place.above),
    placeAt: (target, zone) => placeAt(family, id(target), zone, isOpen(id(target))),
    mayHold,
    wordsOf: ({ above, before }) => {
      const into = family.find(above);
      const next = before === undefined ? undefined : family.find(before);
      const where = into ? `「${nameOf(entity, into)}」下面` : "最上层";
      return next ? `${where}，「${nameOf(entity, next)}」之前` : `${where}的最后`;
    },
    isSame: (row, place) => isSamePlace(family, id(row), place),
    move: (row, place) => void tryMove(row, place),
    step: (row, step) => {
      const place = stepOf(family, id(row), step);
      if (place) void tryMove(row, place);
    },
    choose: (row) => {
      if (isUnsaved) notify.warning("排序还没有保存，请先保存或还原，再移动");
      else setChosen(row);
    },
  };

  const drawer = chosen && (
    <MoveDrawer
      what={named(chosen)}
      id={id(chosen)}
      family={family}
      rows={rows.map((row) => ({
        id: id(row),
        parentId: Number(row[parent]),
        label: nameOf(entity, row),
        row,
      }))}
      problemBelow={(above) => {
        const row = above === 0 ? undefined : family.find(above);
        if (row && !mayHold(row)) return "不能有下级";
        return problemBelow(chosen, above);
      }}
      warningBelow={(above) => warningBelow(chosen, above)}
      save={async (place) => {
        if (!isSamePlace(family, id(chosen), place)) await move(chosen, place);
        setChosen(undefined);
      }}
      onClose={() => setChosen(undefined)}
    />
  );
  return { mover, drawer };
}

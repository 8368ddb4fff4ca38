import type { ReactNode } from "react";
import type { Noun, Permission } from "../../lib/menu/permission.ts";
import type { TreeNode } from "../tree/tree-select.tsx";

/** What a list page is about, in the words and paths of the contract. */
export type Entity<R> = {
  /** 岗位, 字典类型: stands in buttons, questions and messages. */
  noun: string;
  /** Below /prod-api, e.g. `/system/post`; the regular verbs of server/crud/crud.ts. */
  path: string;
  /** First two parts of the permissions, e.g. `system:post`. */
  permi: Noun;
  id: keyof R & string;
  /** The column that names a row in questions and messages. */
  name: keyof R & string;
  /** Where that column alone would name several rows alike. */
  nameOf?: (row: R) => string;
  /** 条 for records; 个 where nothing is said. */
  unit?: string;
  /** What is done instead of removing for good, in the same places. */
  removal?: Removal;
  /** The API has no export for it. */
  isUnexported?: boolean;
  /** No row of the list is ever removed. */
  isLasting?: boolean;
  /** Rows that stay: the server would refuse to remove them. */
  isKept?: (row: R) => boolean;
};

type Removal = {
  /** 删除, 强退: on buttons and in messages. */
  verb: string;
  permi: Permission;
  /** For several rows at once. */
  bulkPermi: Permission;
  /** What it means, said before it is done. */
  text: string;
};

export type Filter = {
  /** Key of the query; a range's X in `begin{X}`/`end{X}`. */
  name: string;
  label: string;
  /** What the field itself says, where that is more than its label. */
  hint?: string;
} & (
  | { kind: "text" }
  | { kind: "range" }
  | { kind: "dict"; dict: string }
  | { kind: "choice"; options: readonly { value: string; label: string }[] }
  /** A branch stands for all below it, also where it holds nothing itself. */
  | { kind: "tree"; nodes: readonly TreeNode[] }
  /** Part of a name; `words`: values that are no name, as a person says them. */
  | { kind: "person"; words?: Readonly<Record<string, string>> }
);

export type Column<R> = {
  key: keyof R & string;
  title: string;
  render?: (row: R) => ReactNode;
  /** Pixels; a column without takes what is left. */
  width?: number;
  isSortable?: boolean;
  isNumber?: boolean;
  /** Hidden until it is chosen in the column settings. */
  isExtra?: boolean;
};

export type RowAction<R> = {
  key: string;
  label: string;
  permi: Permission;
  run: (row: R) => void;
  isDanger?: boolean;
};

/** `isMore`: there are more rows than `total`, which is as far as they were counted. */
export type ListAnswer<R> = { total: number; rows: R[]; isMore?: boolean };

/** Keys a filter has in the query. */
export const keysOf = (filter: Filter): string[] =>
  filter.kind === "range" ? [`begin${filter.name}`, `end${filter.name}`] : [filter.name];

/** A row's id as a number or text for paths and sets. */
export const idOf = <R>(entity: Entity<R>, row: R) => row[entity.id] as string | number;

export const nameOf = <R>(entity: Entity<R>, row: R): string =>
  entity.nameOf?.(row) ?? String(row[entity.name]);

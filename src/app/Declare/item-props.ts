import type { ItemWhole } from "../declaration/item/wire.ts";
import type { ItemWork } from "./use-item.ts";

/** What the children of one declaration are given. */
export type ItemProps = {
  readonly userId: number;
  readonly info: ItemWhole;
  readonly work: ItemWork;
  /** The lists are read again. */
  readonly onChanged: () => Promise<void>;
};

import { type Static, Type } from "typebox";

/** A node of a tree, as the office draws it. */
export type ChoiceNode = { id: number; label: string; children?: ChoiceNode[] };

/** What the roster can be narrowed by. */
export const Choices = Type.Object({
  levels: Type.Array(
    Type.Object({ id: Type.Integer(), levelName: Type.String(), memberType: Type.String() }),
  ),
  branches: Type.Array(Type.Unsafe<ChoiceNode>(Type.Unknown())),
  regions: Type.Array(Type.Unsafe<ChoiceNode>(Type.Unknown())),
});
export type Choices = Static<typeof Choices>;

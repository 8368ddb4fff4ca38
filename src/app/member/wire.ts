import { type Static, Type } from "typebox";
import { Nullable, texts } from "#src/lib/wire.ts";

const nullableDays = {
  validFrom: Nullable(Type.String()),
  validTo: Nullable(Type.String()),
};

/** A member in the list: what is personal is masked. */
export const MemberRow = Type.Object({
  id: Type.Integer(),
  ...texts(
    "memberNo",
    "memberType",
    "name",
    "levelName",
    "regionName",
    "branchName",
    "phone",
    "state",
    "stateName",
    "joinedOn",
  ),
  levelId: Type.Integer(),
  hasAccount: Type.Boolean(),
  ...nullableDays,
  version: Type.Integer(),
});
export type MemberRow = Static<typeof MemberRow>;

/** All that is known of one member. */
export const MemberWhole = Type.Object({
  id: Type.Integer(),
  ...texts(
    "memberNo",
    "memberType",
    "name",
    "levelName",
    "regionName",
    "region",
    "branchName",
    "phone",
    "email",
    "idNo",
    "creditCode",
    "workUnit",
    "address",
    "state",
    "stateName",
    "manualState",
    "manualReason",
    "joinedOn",
    "mergedInto",
  ),
  hasAccount: Type.Boolean(),
  directoryVisible: Type.Boolean(),
  ...nullableDays,
  version: Type.Integer(),
  terms: Type.Array(
    Type.Object({
      id: Type.Integer(),
      ...texts("levelName", "fromOn", "toOn"),
      isVoid: Type.Boolean(),
    }),
  ),
  posts: Type.Array(
    Type.Object({
      id: Type.Integer(),
      ...texts("periodName", "postName", "fromOn", "toOn", "endReason"),
    }),
  ),
  certificates: Type.Array(
    Type.Object({
      id: Type.Integer(),
      ...texts("code", "levelName", "fromOn", "toOn", "issuedOn", "revokeReason"),
      isRevoked: Type.Boolean(),
    }),
  ),
  signs: Type.Array(
    Type.Object({
      id: Type.Integer(),
      ...texts("applyNo", "kindName", "stateName", "createTime"),
    }),
  ),
  payments: Type.Array(
    Type.Object({
      id: Type.Integer(),
      ...texts("applyNo", "received", "payTime", "bankSerial"),
    }),
  ),
  history: Type.Array(Type.Object({ ...texts("name", "opinion", "nickName", "createTime") })),
});
export type MemberWhole = Static<typeof MemberWhole>;

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

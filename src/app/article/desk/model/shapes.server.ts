import { type TProperties, Type } from "typebox";
import { Nullable } from "#src/lib/wire.ts";

const Text = Type.String();
const Whole = Type.Integer();
const Flag = Type.Boolean();
const CopyState = Type.Integer({ minimum: 0, maximum: 3 });
const Allowed = Type.Array(Text);

const FIELDS = {
  typeId: Nullable(Whole),
  articleName: Text,
  subtitle: Text,
  summary: Text,
  cover: Text,
  content: Text,
  source: Text,
  author: Text,
  keywords: Text,
  visible: Text,
  isImportant: Flag,
  publishTime: Nullable(Text),
  expireTime: Nullable(Text),
  attachments: Type.Array(Type.Object({ name: Text, url: Text, bytes: Whole })),
  seoTitle: Text,
  seoDescription: Text,
};

const Fields = Type.Object(FIELDS);

/** Keys of a body that carries an article's fields; what is wrong with them the rules say. */
export const FIELD_KEYS: TProperties = Object.fromEntries(
  Object.keys(FIELDS).map((name) => [name, Type.Optional(Type.Unknown())]),
);

/** The same for any other keys. */
export const bodyOf = (...names: string[]) =>
  Type.Object(Object.fromEntries(names.map((name) => [name, Type.Optional(Type.Unknown())])));

export const Row = Type.Object({
  id: Whole,
  articleName: Text,
  typeId: Nullable(Whole),
  typeName: Text,
  source: Text,
  author: Text,
  status: Text,
  isReturned: Flag,
  isApproved: Flag,
  isExpired: Flag,
  copyState: CopyState,
  visible: Text,
  top: Whole,
  topUntil: Nullable(Text),
  hasCover: Flag,
  attachmentCount: Whole,
  reads: Whole,
  publishTime: Nullable(Text),
  expireTime: Nullable(Text),
  ownerName: Text,
  deptName: Text,
  submittedTime: Nullable(Text),
  updateTime: Text,
  recycledTime: Nullable(Text),
  version: Whole,
  allowed: Allowed,
});

export const Counts = Type.Object(
  Object.fromEntries(
    [
      "all",
      "review",
      "approved",
      "scheduled",
      "mine",
      "week",
      "noCover",
      "returned",
      "recycled",
    ].map((name) => [name, Whole]),
  ),
);

export const Detail = Type.Object({
  id: Whole,
  version: Whole,
  status: Text,
  isReturned: Flag,
  isApproved: Flag,
  isExpired: Flag,
  copyState: CopyState,
  fields: Fields,
  live: Nullable(Fields),
  top: Whole,
  topUntil: Nullable(Text),
  reads: Whole,
  ownerName: Text,
  savedBy: Text,
  savedTime: Text,
  submittedTime: Nullable(Text),
  submittedByName: Text,
  opinion: Text,
  allowed: Allowed,
});

export const SavedShape = Type.Object({
  id: Whole,
  version: Whole,
  savedTime: Text,
  status: Text,
  copyState: CopyState,
});

const REVISION = {
  id: Whole,
  version: Whole,
  kind: Text,
  letters: Whole,
  createBy: Text,
  createTime: Text,
  isLive: Flag,
};

export const Revision = Type.Object(REVISION);
export const RevisionWhole = Type.Object({ ...REVISION, fields: Fields });

export const Step = Type.Object({
  id: Whole,
  action: Text,
  actionName: Text,
  opinion: Text,
  nickName: Text,
  createTime: Text,
});

const Hit = Type.Object({
  wordId: Whole,
  word: Text,
  level: Text,
  kind: Text,
  suggestion: Text,
  field: Text,
  label: Text,
  count: Whole,
  context: Text,
});

export const Check = Type.Object({
  missing: Type.Record(Text, Text),
  hits: Type.Array(Hit),
  remarks: Type.Array(Text),
});

export const Bulk = Type.Object({
  done: Whole,
  refused: Type.Array(Type.Object({ id: Whole, articleName: Text, reason: Text })),
});

export const Editing = Type.Object({
  version: Whole,
  savedBy: Text,
  savedTime: Text,
  others: Type.Array(Type.Object({ userId: Whole, nickName: Text, seenTime: Text })),
});

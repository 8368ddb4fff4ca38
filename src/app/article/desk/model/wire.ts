import { type TProperties, Type } from "typebox";
import type { WordingHit } from "#src/lib/article/wording-hits.ts";
import { Nullable, OneOf } from "#src/lib/wire.ts";
import type { ArticleFields, Visible } from "./fields.ts";
import type { ArticleState, ArticleVerb } from "./states.ts";

const Text = Type.String();
const Whole = Type.Integer();
const Flag = Type.Boolean();
const State = Type.Unsafe<ArticleState>(Text);
const Seen = Type.Unsafe<Visible>(Text);
/** 0 none, 1 being written, 2 in review, 3 passed: changes that are not published yet. */
const CopyState = Type.Unsafe<0 | 1 | 2 | 3>(Type.Integer({ minimum: 0, maximum: 3 }));
/** What may be done with an article now, by this person: the server decides, the page shows. */
const Allowed = Type.Array(Type.Unsafe<ArticleVerb>(Text));

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
  visible: Seen,
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

/** `top`: 0 is not pinned, else its place, the highest first. */
export const Row = Type.Object({
  id: Whole,
  articleName: Text,
  typeId: Nullable(Whole),
  typeName: Text,
  source: Text,
  author: Text,
  status: State,
  isReturned: Flag,
  /** 待发布: review has passed it. */
  isApproved: Flag,
  /** Past its last hour: published, and shown to nobody. */
  isExpired: Flag,
  copyState: CopyState,
  visible: Seen,
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

export const Counts = Type.Object({
  all: Whole,
  review: Whole,
  approved: Whole,
  scheduled: Whole,
  mine: Whole,
  week: Whole,
  noCover: Whole,
  returned: Whole,
  recycled: Whole,
});

/** `fields` is what is edited, the copy where there is one; `live` what visitors read, null: nothing or the same. */
export const Detail = Type.Object({
  id: Whole,
  version: Whole,
  status: State,
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
  status: State,
  copyState: CopyState,
});

const REVISION = {
  id: Whole,
  version: Whole,
  kind: OneOf(["autosave", "save", "submit", "publish", "restore", "import", "conflict"]),
  letters: Whole,
  createBy: Text,
  createTime: Text,
  /** The one visitors read. */
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
  /** Text by field: nothing goes while there is one. */
  missing: Type.Unsafe<Partial<Record<keyof ArticleFields, string>>>(Type.Record(Text, Text)),
  hits: Type.Array(Type.Unsafe<WordingHit>(Hit)),
  /** 图片缺说明 and the like: worth a look, no hindrance. */
  remarks: Type.Array(Text),
});

export const Bulk = Type.Object({
  done: Whole,
  refused: Type.Array(Type.Object({ id: Whole, articleName: Text, reason: Text })),
});

export const Editor = Type.Object({ userId: Whole, nickName: Text, seenTime: Text });

export const Editing = Type.Object({
  version: Whole,
  savedBy: Text,
  savedTime: Text,
  others: Type.Array(Editor),
});

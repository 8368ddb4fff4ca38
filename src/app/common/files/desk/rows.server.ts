import { and, asc, desc, eq, ilike, inArray, or, type SQL, sql } from "drizzle-orm";
import { Type } from "typebox";
import { reachOf } from "#src/app/system/reach/service.server.ts";
import { user } from "#src/app/system/user/table.server.ts";
import type { Db } from "#src/db/client.ts";
import { likePattern } from "#src/db/like.ts";
import { idOfText } from "#src/lib/id-text.ts";
import { formatDateTime } from "#src/lib/text/dates.ts";
import type { LibraryFile, LibraryKind } from "#src/lib/upload/library.ts";
import { Nullable } from "#src/lib/wire.ts";
import { inputText, type ListInput } from "#src/server/crud/list-query.ts";
import type { Account } from "#src/server/http/access.ts";
import { AppError, FORBIDDEN, NOT_FOUND } from "#src/server/http/errors.ts";
import { storedFile } from "../../upload/table.server.ts";
import { fileFolder } from "./folders/table.server.ts";

export const FILE_ROW = Type.Object({
  fileId: Type.Integer(),
  name: Type.String(),
  url: Type.String(),
  mime: Type.String(),
  kind: Type.String(),
  bytes: Type.Integer(),
  width: Type.Integer(),
  height: Type.Integer(),
  alt: Type.String(),
  folderId: Nullable(Type.Integer()),
  cropOf: Nullable(Type.Integer()),
  createBy: Type.String(),
  createTime: Type.String(),
  mayEdit: Type.Boolean(),
  mayRemove: Type.Boolean(),
});

const isPicture = sql`${storedFile.mime} in ('image/png', 'image/jpeg', 'image/gif')`;
const isVideo = sql`(${storedFile.mime} like 'video/%' or ${storedFile.mime} like '%realmedia%')`;

const KINDS: Readonly<Record<LibraryKind, SQL>> = {
  picture: isPicture,
  video: isVideo,
  document: sql`not ${isPicture} and not ${isVideo}`,
};

const kindOf = (mime: string): LibraryKind =>
  /^image\/(png|jpeg|gif)$/.test(mime)
    ? "picture"
    : /^video\/|realmedia/.test(mime)
      ? "video"
      : "document";

/**
 * Whose a file is: of the one who brought it, and of that person's department (wire 4.5). A
 * file without an owner is reached only by people whose data scope is all rows.
 */
const FILES = {
  owner: storedFile.ownerId,
  dept: (deptIds: number[]) => sql`${storedFile.ownerId} in (
    select ${user.userId} from ${user} where ${inArray(user.deptId, deptIds)})`,
};

/** Rows of the library under a condition, newest first, as the desk sends them. */
export async function libraryRows(
  db: Db,
  account: Account,
  where: SQL | undefined,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<LibraryFile[]> {
  const { where: within } = await reachOf(db, account);
  const rows = await db
    .select({
      row: storedFile,
      mayEdit: sql<boolean>`coalesce(${within("content:file:edit", FILES)}, false)`,
      mayRemove: sql<boolean>`coalesce(${within("content:file:remove", FILES)}, false)`,
    })
    .from(storedFile)
    .where(and(storedFile.isInLibrary, where))
    .orderBy(desc(storedFile.id))
    .limit(limit)
    .offset(offset);
  return rows.map(({ row, mayEdit, mayRemove }) => ({
    fileId: row.id,
    name: row.originalName,
    url: `/profile/${row.path}`,
    mime: row.mime,
    kind: kindOf(row.mime),
    bytes: row.bytes,
    width: row.width,
    height: row.height,
    alt: row.alt,
    folderId: row.folderId,
    cropOf: row.cropOf,
    createBy: row.createBy,
    createTime: formatDateTime(row.createdAt),
    mayEdit,
    mayRemove,
  }));
}

/** @throws AppError 404 where the library has no such file. */
export async function libraryFile(db: Db, account: Account, fileId: number): Promise<LibraryFile> {
  const [row] = await libraryRows(db, account, eq(storedFile.id, fileId), { limit: 1 });
  if (!row) throw new AppError(NOT_FOUND, { code: 404 });
  return row;
}

/**
 * Rows of these ids, locked, all of them in the person's reach.
 * @throws AppError 404 where one is missing, 403 where one is somebody else's.
 */
export async function lockFiles(
  tx: Db,
  account: Account,
  verb: "edit" | "remove",
  fileIds: readonly number[],
) {
  const rows = await tx
    .select()
    .from(storedFile)
    .where(and(storedFile.isInLibrary, inArray(storedFile.id, [...fileIds])))
    .orderBy(asc(storedFile.id))
    .for("update");
  if (rows.length < fileIds.length) throw new AppError(NOT_FOUND, { code: 404 });
  const within = (await reachOf(tx, account)).where(`content:file:${verb}`, FILES);
  const mine = await tx.$count(storedFile, and(inArray(storedFile.id, [...fileIds]), within));
  if (mine < rows.length) throw new AppError(FORBIDDEN, { code: 403 });
  return rows;
}

/** What the list is narrowed by: folder with all below it, kind, words of name or text. */
export const LIST_QUERY = {
  folderId: "文件夹编号，含其下各级；0：未归入文件夹",
  kind: "picture、document 或 video",
  search: "名称或替代文字，含有即可",
  pageNum: "页码，从 1 开始",
  pageSize: "每页个数，1 到 100",
};

export function librarySearch(input: ListInput): SQL | undefined {
  const folder = inputText(input, "folderId");
  const kind = inputText(input, "kind");
  const search = inputText(input, "search");
  return and(
    folder === "" ? undefined : inFolder(folder),
    kind === "" ? undefined : Object.hasOwn(KINDS, kind) ? KINDS[kind as LibraryKind] : sql`false`,
    search === ""
      ? undefined
      : or(
          ilike(storedFile.originalName, likePattern(search)),
          ilike(storedFile.alt, likePattern(search)),
        ),
  );
}

function inFolder(text: string): SQL {
  const folderId = idOfText(text);
  if (folderId === undefined) return sql`false`;
  if (folderId === 0) return sql`${storedFile.folderId} is null`;
  return sql`${storedFile.folderId} in (
    with recursive below(id) as (
      select ${folderId}::bigint
      union select f.id from ${fileFolder} f join below on f.parent_id = below.id
    ) select id from below)`;
}

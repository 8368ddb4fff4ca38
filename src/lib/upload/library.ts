/** Files of the media library, as the desk sends them (/prod-api/common/files/desk). */

export type LibraryKind = "picture" | "document" | "video";

export type LibraryFile = {
  fileId: number;
  /** The name people see, with its extension. */
  name: string;
  /** `/profile/upload/yyyy/MM/dd/<id>.<ext>`. */
  url: string;
  mime: string;
  kind: LibraryKind;
  bytes: number;
  /** Pixels of a picture, else 0. */
  width: number;
  height: number;
  /** Text for those who do not see the picture. */
  alt: string;
  /** null: in no folder. */
  folderId: number | null;
  /** The file it was cut out of. */
  cropOf: number | null;
  createBy: string;
  /** yyyy-MM-dd HH:mm:ss. */
  createTime: string;
  /** Whether this person may change it, and remove it: the server asks again. */
  mayEdit: boolean;
  mayRemove: boolean;
};

export type LibraryFolder = {
  folderId: number;
  /** 0 on top. */
  parentId: number;
  folderName: string;
  orderNum: number;
  /** Files in it, without those of the folders below. */
  files: number;
};

/** A place that shows a file: 文章, 家长会通知. */
export type FileUse = { place: string; name: string };

/** Where a file is used, as far as this person may know it; `hidden` counts the other places. */
export type FileUses = { uses: FileUse[]; hidden: number };

/** The line for places that this person may not see; `isAlone`: there are no others. */
export const hiddenText = (count: number, isAlone: boolean): string =>
  `${isAlone ? "" : "另有 "}${count} 处您无权查看的内容`;

/** `文章《家长会通知》`. */
export const placeText = ({ place, name }: FileUse): string => `${place}《${name}》`;

/** The file that has the same bytes as one that was just uploaded. */
export type DuplicateOf = Pick<LibraryFile, "fileId" | "name" | "url" | "createTime">;

/** Longest texts, in characters. */
export const LIBRARY_MAX = { name: 100, alt: 200, folderName: 30, depth: 5 } as const;

/** Smallest side of a part that is cut out, in pixels. */
export const MIN_CUT = 16;

/** Where the library's texts and those of its kinds meet. */
export const KIND_TEXTS: Readonly<Record<LibraryKind, string>> = {
  picture: "图片",
  document: "文档",
  video: "视频",
};

import { useQuery } from "@tanstack/react-query";
import type { FileUses, LibraryFile, LibraryFolder, LibraryKind } from "#src/lib/upload/library.ts";
import { pictureSources } from "#src/lib/upload/picture-widths.ts";
import { call } from "../../calls/http.ts";
import type { Filter } from "../../list/crud-types.ts";
import { addressOf } from "../upload-file.ts";

/** The media library's calls (/prod-api/common/files/desk); changes are told under this key. */
export const LIBRARY = "/common/files/desk";

/** Its files, found by a part of their names or of what stands for them. */
export const LIBRARY_FILTERS: readonly Filter[] = [
  { kind: "text", name: "search", label: "名称或替代文字" },
];

/** `folderId` undefined: all; 0: in no folder. */
export const libraryAsk = (folderId: number | undefined, kind: LibraryKind | undefined) => ({
  folderId: folderId === undefined ? undefined : String(folderId),
  kind,
});

export const useFolders = () =>
  useQuery({
    queryKey: [LIBRARY, "folders"],
    queryFn: () =>
      call<{ data: LibraryFolder[]; unfiled: number; total: number }>("GET", `${LIBRARY}/folders`, {
        isQuiet: true,
      }),
    meta: { isQuiet: true },
  });

export const useLibraryFile = (fileId: number) =>
  useQuery({
    queryKey: [LIBRARY, "file", fileId],
    queryFn: () =>
      call<{ data: LibraryFile } & FileUses>("GET", `${LIBRARY}/${fileId}`, {
        isQuiet: true,
      }),
    meta: { isQuiet: true },
  });

export type FolderNode = {
  key: number;
  title: string;
  /** In it and all below it. */
  files: number;
  children: FolderNode[];
};

/** Folders as a tree, each level in its order. */
export function folderTree(folders: readonly LibraryFolder[], parentId = 0): FolderNode[] {
  return folders
    .filter((each) => each.parentId === parentId)
    .map(({ folderId, folderName, files }) => {
      const children = folderTree(folders, folderId);
      const below = children.reduce((sum, each) => sum + each.files, 0);
      return { key: folderId, title: folderName, files: files + below, children };
    });
}

/** `学会活动 / 2026`; undefined for a folder that is not there. */
export function folderPath(
  folders: readonly LibraryFolder[],
  folderId: number,
): string | undefined {
  const found = folders.find((each) => each.folderId === folderId);
  if (!found) return undefined;
  const above = found.parentId === 0 ? undefined : folderPath(folders, found.parentId);
  return above ? `${above} / ${found.folderName}` : found.folderName;
}

/** A small version of a picture, where it has one. */
export function thumbOf({ url, width }: Pick<LibraryFile, "url" | "width">): string {
  const address = addressOf(url);
  const sources = pictureSources(address, width || undefined);
  const first = sources.find(({ type }) => type === "image/webp")?.srcSet.split(/[ ,]/)[0];
  return first ?? address;
}

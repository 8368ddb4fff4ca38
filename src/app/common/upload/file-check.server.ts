import { extensionOf } from "#src/lib/upload/upload-rules.ts";
import { AppError } from "#src/server/http/errors.ts";
import { isTrueTo, type Kind, kindOf } from "./file-kind.server.ts";
import { findMacros } from "./macros.server.ts";

const MAX_NAME = 100;

/** Without directories and without characters that are not seen (a right-to-left mark hides .exe). */
export const cleanName = (name: string) =>
  (name.split(/[\\/]/).at(-1) ?? "").replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "").trim();

/** Checks a name and returns its extension in lower case. */
export function checkName(name: string, types: readonly string[]): string {
  if (Array.from(name).length > MAX_NAME) throw new AppError("上传的文件名最长100个字符");
  const extension = extensionOf(name);
  if (!types.includes(extension)) {
    throw new AppError(`文件[${name}]后缀[${extension}]不正确，请上传[${types.join(", ")}]格式`);
  }
  return extension;
}

/** What a file is, by what it holds. @throws AppError where its name says something else, or it has macros. */
export async function checkContent(name: string, extension: string, file: string): Promise<Kind> {
  const kind = kindOf(extension);
  const isTrue = kind && (await isTrueTo(extension, file));
  const macros = isTrue && (await findMacros(extension, file));
  if (!kind || !isTrue || macros === "damaged") {
    throw new AppError(`文件[${name}]的内容与后缀[${extension}]不符，请选择真实的${extension}文件`);
  }
  if (macros === "macros") {
    throw new AppError(`文件[${name}]含有宏，请另存为不含宏的文件后再上传`);
  }
  return kind;
}

/** What a place takes; sizes in whole megabytes. Source: specification 5 and 9. */
export type UploadRules = {
  /** Extensions without a dot, lower case. */
  types: readonly string[];
  maxMegabytes: number;
  maxFiles: number;
};

export const FILE_RULES: UploadRules = {
  types: ["doc", "xls", "ppt", "txt", "pdf"],
  maxMegabytes: 5,
  maxFiles: 5,
};

export const IMAGE_RULES: UploadRules = {
  types: ["png", "jpg", "jpeg"],
  maxMegabytes: 5,
  maxFiles: 5,
};

const MEGABYTE = 1024 * 1024;

/** The extension of a file name in lower case, "" without one. */
const extensionOf = (name: string): string => /\.([^.\\/]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";

type Candidate = { name: string; size: number };

/** Why a file is not taken, in the specification's words; undefined when it is. Type before size. */
export function fileProblem(
  { name, size }: Candidate,
  { types, maxMegabytes }: UploadRules,
): string | undefined {
  if (!types.includes(extensionOf(name))) {
    return `文件格式不正确, 请上传${types.join("/")}格式文件!`;
  }
  // The server refuses it in the same words.
  if (size === 0) return "上传的文件为空";
  if (size > maxMegabytes * MEGABYTE) return `上传文件大小不能超过 ${maxMegabytes} MB!`;
  return undefined;
}

/** The same for pictures, whose size has a text of its own. */
export function imageProblem(file: Candidate, rules: UploadRules): string | undefined {
  const { maxMegabytes } = rules;
  const problem = fileProblem(file, rules);
  return problem?.startsWith("上传文件大小")
    ? `上传头像图片大小不能超过 ${maxMegabytes} MB!`
    : problem;
}

/** Why so many more are not taken where some are already. */
export const countProblem = (
  there: number,
  more: number,
  { maxFiles }: UploadRules,
): string | undefined =>
  there + more > maxFiles ? `上传文件数量不能超过 ${maxFiles} 个!` : undefined;

/** The rule in one line, to be read before anything goes wrong. */
export const rulesText = ({ types, maxMegabytes, maxFiles }: UploadRules): string =>
  `${types.join("、")}，单个不超过 ${maxMegabytes} MB${maxFiles > 1 ? `，最多 ${maxFiles} 个` : ""}`;

/** For an input's `accept`. */
export const acceptOf = ({ types }: UploadRules): string =>
  types.map((type) => `.${type}`).join(",");

/** `218 KB`, `8.2 MB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < MEGABYTE) return `${Math.round(bytes / 1024)} KB`;
  return `${(bytes / MEGABYTE).toFixed(1)} MB`;
}

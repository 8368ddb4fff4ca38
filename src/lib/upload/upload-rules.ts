/** Rules of one upload field; sizes in whole megabytes. Source: specification 5 and 9. */
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

/** All types that may be stored, in the order of wire 1.8. SVG is never among them: it can hold scripts. */
export const CONTENT_TYPES = [
  "bmp",
  "gif",
  "jpg",
  "jpeg",
  "png",
  "doc",
  "docx",
  "xls",
  "xlsx",
  "ppt",
  "pptx",
  "txt",
  "rar",
  "zip",
  "gz",
  "bz2",
  "mp4",
  "avi",
  "rmvb",
  "pdf",
] as const;

/** Pictures that are drawn again, and so can be cut and shown in several widths. */
export const PICTURE_TYPES = ["png", "jpg", "jpeg", "gif"] as const;

/** Types of a scan or a photo of a paper. */
const PAPER_TYPES = ["pdf", "png", "jpg", "jpeg"] as const;

/** The purpose of a file decides its types, its size and its readers. */
export type PurposeRules = {
  types: readonly string[];
  maxMegabytes: number;
  /** Never under /profile: read by a signed link alone. */
  isPrivate?: true;
  /** Taken from staff alone. */
  isStaffs?: true;
};

/** Limits by purpose (wire 0, "Uploads"): the one table of server and browser. */
export const PURPOSES = {
  content: { types: CONTENT_TYPES, maxMegabytes: 5 },
  avatar: { types: PICTURE_TYPES, maxMegabytes: 5 },
  attachment: { types: CONTENT_TYPES, maxMegabytes: 20, isStaffs: true },
  video: { types: ["mp4"], maxMegabytes: 50, isStaffs: true },
  voucher: { types: PAPER_TYPES, maxMegabytes: 5, isPrivate: true },
  licence: { types: PAPER_TYPES, maxMegabytes: 5, isPrivate: true },
  identity: { types: PAPER_TYPES, maxMegabytes: 5, isPrivate: true },
  receipt: { types: ["pdf"], maxMegabytes: 5, isPrivate: true, isStaffs: true },
  declaration: {
    types: [...PAPER_TYPES, "doc", "docx", "xls", "xlsx", "ppt", "pptx", "zip"],
    maxMegabytes: 5,
    isPrivate: true,
  },
  /** A copy of somebody's data, which the program makes. */
  personal: { types: ["zip"], maxMegabytes: 50, isPrivate: true },
} as const satisfies Record<string, PurposeRules>;

/** What a file is for, to the person whose it is. */
export const PURPOSE_NAMES: Readonly<Record<string, string>> = {
  content: "公开图片和文件",
  avatar: "头像",
  attachment: "附件",
  video: "视频",
  voucher: "缴费凭证",
  licence: "单位证照和申请表",
  identity: "照片和证件",
  declaration: "申报材料",
  personal: "个人数据副本",
};

export type Purpose = keyof typeof PURPOSES;

/** The purpose of a file in the media library, by its name. */
export function libraryPurpose(name: string): "content" | "video" | "attachment" {
  const extension = extensionOf(name);
  if (extension === "mp4") return "video";
  return PICTURE_TYPES.some((type) => type === extension) ? "content" : "attachment";
}

/** Where bytes become megabytes, in rules and texts alike. */
export const MEGABYTE = 1024 * 1024;

/** The extension of a file name in lower case, "" without one. */
export const extensionOf = (name: string): string =>
  /\.([^.\\/]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";

type Candidate = { name: string; size: number };

/** Why a file is not taken, in the words of specification 5; undefined when it is. Type before size. */
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

/** Why `more` files are refused where some are already. */
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

/** The children of /Declare (specification 2), in the order of the work. */
export const CHILDREN = {
  taskList: { step: "我的申报", title: "我的申报" },
  tableInput: { step: "填写", title: "填写申报书" },
  upload: { step: "材料", title: "上传材料" },
  getInfo: { step: "查看", title: "查看与打印" },
  fileDownload: { step: "下载", title: "资料与证书" },
} as const;

export type Child = keyof typeof CHILDREN;

export const isChild = (text: string): text is Child => Object.hasOwn(CHILDREN, text);

/** Children that show one declaration. */
export const OF_ITEM: readonly Child[] = ["tableInput", "upload", "getInfo"];

export const childHref = (child: Child, id?: number): string =>
  `/Declare/${child}${id === undefined ? "" : `?id=${id}`}`;

/** Where the generator's calls are. */
export const PATH = "/tool/gen";

/** A configuration as GET list answers it: the fields that pages use of wire 5, "GenTable". */
export type GenRow = {
  tableId: number;
  tableName: string;
  tableComment: string;
  className: string;
  tplCategory: string;
  createTime: string;
  updateTime: string | null;
};

export const editPage = (tableId: number): string => `/tool/gen-edit/index/${tableId}`;

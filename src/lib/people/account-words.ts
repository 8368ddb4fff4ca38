// Words about accounts and their roles, as the pages of the office say them.

/** A name to show: two people may be called the same, no two have the same account. */
export const callName = ({ nickName, userName }: { nickName: string; userName: string }): string =>
  nickName && nickName !== userName ? `${nickName}（${userName}）` : userName;

/**
 * Why a role cannot be given to a user; undefined where it can. `flag`: they have it already, what
 * somebody has can be taken away. `grantable`: its permissions are among one's own.
 */
export const roleProblem = (role: {
  flag: boolean;
  status: string;
  grantable: boolean;
}): string | undefined => {
  if (role.flag) return undefined;
  if (role.status !== "0") return "已停用";
  return role.grantable ? undefined : "超出您的权限";
};

/** Words of the data scopes, in their order. */
export const SCOPES: readonly (readonly [value: string, label: string, hint: string])[] = [
  ["1", "全部数据", "所有部门的用户、角色和部门"],
  ["2", "自定部门", "只有下面勾选的部门"],
  ["3", "本部门", "只有用户自己所在的部门"],
  ["4", "本部门及以下", "自己所在的部门和它的所有下级"],
  ["5", "仅本人", "只有用户自己的数据"],
];

export const scopeLabel = (value: string): string =>
  SCOPES.find(([each]) => each === value)?.[1] ?? value;

/** A reach in words: whose rows somebody may touch. `depts` counts also those not named. */
export const reachWords = (reach: {
  isAll: boolean;
  withSelf: boolean;
  deptNames: readonly string[];
  depts: number;
}): string => {
  const { isAll, withSelf, deptNames, depts } = reach;
  if (isAll) return "全部数据";
  if (depts === 0) return withSelf ? "仅本人" : "没有数据";
  return deptWords(deptNames, depts) + (withSelf ? "，以及本人" : "");
};

/** The first few departments by name, the rest as a number. */
const deptWords = (names: readonly string[], count: number): string => {
  const shown = names.slice(0, 3);
  if (shown.length === 0) return `${count} 个部门`;
  return shown.join("、") + (count > shown.length ? ` 等 ${count} 个部门` : "");
};

/** The data scope of a role in words, chosen departments by name. */
export const roleScopeWords = (role: {
  dataScope: string;
  deptNames: readonly string[];
  depts: number;
}): string => {
  const { dataScope, deptNames, depts } = role;
  const names = dataScope === "2" && depts > 0 ? `：${deptWords(deptNames, depts)}` : "";
  return scopeLabel(dataScope) + names;
};

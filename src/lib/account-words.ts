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

import type { ReactNode } from "react";
import type { Permission } from "../../lib/menu/permission.ts";
import { useStore } from "../../lib/store.ts";
import { type Account, bootStore } from "./account.ts";

const SUPER_ROLE = "admin";
const ALL_PERMISSIONS = "*:*:*";

type Rights = Pick<Account, "roles" | "permissions">;

/** specification 5: a directive without values is a mistake of the page and throws. */
function needed(values: readonly string[] | undefined, text: string): readonly string[] {
  if (!Array.isArray(values) || values.length === 0 || values.some((value) => !value)) {
    throw new Error(text);
  }
  return values;
}

/** True for holders of one of the permissions, or of all. */
export function hasPermi({ permissions }: Rights, values: readonly string[] | undefined): boolean {
  const wanted = needed(values, "请设置操作权限标签值");
  return permissions.includes(ALL_PERMISSIONS) || wanted.some((each) => permissions.includes(each));
}

/** True for holders of one of the roles, and for administrators. */
export function hasRole({ roles }: Rights, values: readonly string[] | undefined): boolean {
  const wanted = needed(values, "请设置角色权限标签值");
  return roles.includes(SUPER_ROLE) || wanted.some((each) => roles.includes(each));
}

const NOBODY: Rights = { roles: [], permissions: [] };

/** The rights of the person, to ask by hand; only a mirror of what the server decides. */
export function useCan() {
  const boot = useStore(bootStore);
  const rights = boot.state === "ready" ? boot.account : NOBODY;
  return {
    permi: (values: readonly Permission[] | undefined) => hasPermi(rights, values),
    role: (values: readonly string[] | undefined) => hasRole(rights, values),
  };
}

type CanProps =
  | { permi: readonly Permission[]; role?: never; children: ReactNode }
  | { role: readonly string[]; permi?: never; children: ReactNode };

/** Shows its children to holders of one of the permissions or roles, and nothing to others. */
export function Can({ permi, role, children }: CanProps): ReactNode {
  const can = useCan();
  return (role === undefined ? can.permi(permi) : can.role(role)) ? children : null;
}

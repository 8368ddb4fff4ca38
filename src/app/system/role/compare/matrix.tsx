import { CheckOutlined, MinusOutlined } from "@ant-design/icons";
import type { ReactNode } from "react";
import { roleScopeWords, scopeLabel } from "#src/lib/people/account-words.ts";
import { useCan } from "#src/office/account/can.tsx";
import { DictTag } from "#src/office/form/dict.tsx";
import { ShellLink } from "#src/office/menu/shell-link.tsx";
import { type ComparedMenu, type ComparedRole, type Comparison, isDifferent } from "./compare.ts";

/** The menu down, the roles across. Below 992 px the roles stand above, their numbers across. */
export function Matrix({
  comparison: { roles },
  rows,
}: {
  comparison: Comparison;
  rows: readonly ComparedMenu[];
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keys
    <div className="cm-scroll" tabIndex={0}>
      <table className="cm-table">
        <caption className="o-hidden">角色对比</caption>
        <thead>
          <tr>
            <th scope="col">菜单与权限</th>
            {roles.map((role, index) => (
              <th key={role.roleId} scope="col">
                <span className="cm-mark">
                  <span aria-hidden="true">{markOf(index)}</span>
                  <span className="o-hidden">{role.roleName}</span>
                </span>
                <span className="cm-role">
                  <RoleName role={role} />
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="cm-facts">
          <Fact title="数据权限" roles={roles} of={scopeText} />
          <Fact
            title="状态"
            roles={roles}
            of={({ status }) => <DictTag type="sys_normal_disable" value={status} />}
          />
          <Fact title="用户数" roles={roles} of={({ users }) => users.toLocaleString("zh-CN")} />
        </tbody>
        <tbody>
          {rows.map((row) => (
            <tr key={row.menuId} data-kind={row.menuType}>
              <th scope="row" style={{ ["--level" as string]: row.level }}>
                <span className="cm-name">
                  {row.menuName}
                  {row.status !== "0" && <span className="o-kind">停用</span>}
                  {isDifferent(row, roles) && <span className="cm-differs">不同</span>}
                </span>
                {row.perms && <span className="cr-code cm-perms">{row.perms}</span>}
              </th>
              {roles.map(({ roleId, roleName }) => {
                const has = row.roleIds.includes(roleId);
                const Icon = has ? CheckOutlined : MinusOutlined;
                return (
                  <td key={roleId} data-has={has || undefined}>
                    <Icon aria-hidden />
                    <span className="o-hidden">{`${roleName}：${has ? "有" : "无"}`}</span>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The roles one below the other, where the columns are too narrow for their names. */
export const Legend = ({ roles }: { roles: readonly ComparedRole[] }) => (
  <ul className="cm-legend">
    {roles.map((role, index) => (
      <li key={role.roleId}>
        <span className="cm-mark" aria-hidden="true">
          {markOf(index)}
        </span>
        <div>
          <RoleName role={role} />
          <p className="o-note">
            {scopeText(role)} · {role.users.toLocaleString("zh-CN")} 个用户
            {role.status !== "0" && " · 已停用"}
          </p>
        </div>
      </li>
    ))}
  </ul>
);

const markOf = (index: number) => String.fromCodePoint(0x2460 + index);

const scopeText = (role: ComparedRole): string =>
  role.admin ? scopeLabel("1") : roleScopeWords(role);

function RoleName({ role: { roleId, roleName, admin } }: { role: ComparedRole }) {
  const can = useCan();
  // Nobody changes the administrator's role (wire 2.4).
  if (admin || !can.permi(["system:role:edit"])) return roleName;
  return (
    <ShellLink className="o-link" to={`/system/role?edit=${roleId}`}>
      {roleName}
    </ShellLink>
  );
}

function Fact({
  title,
  roles,
  of,
}: {
  title: string;
  roles: readonly ComparedRole[];
  of: (role: ComparedRole) => ReactNode;
}) {
  return (
    <tr>
      <th scope="row">{title}</th>
      {roles.map((role) => (
        <td key={role.roleId}>{of(role)}</td>
      ))}
    </tr>
  );
}

import { reachWords, roleScopeWords } from "#src/lib/people/account-words.ts";
import { useCan } from "#src/office/account/can.tsx";
import { DictTag } from "#src/office/form/dict.tsx";
import { ShellLink } from "#src/office/menu/shell-link.tsx";
import { type Access, type Role, roleMark } from "./access.ts";

/** The person's roles and reach, beside the list of single rights. */
export function Summary({ access }: { access: Access }) {
  const { user, roles, secondFactor, sees, scopes } = access;
  return (
    <div className="ua-side">
      <section className="o-block" aria-labelledby="ua-roles">
        <header className="o-block-head">
          <h2 id="ua-roles">角色</h2>
          <span className="o-note">{roles.length} 个</span>
        </header>
        {roles.length === 0 ? (
          <p className="ua-none">{user.admin ? "不需要角色" : "没有角色，什么都不能做。"}</p>
        ) : (
          <ul className="ua-roles">
            {roles.map((role, index) => (
              <RoleLine key={role.roleId} role={role} mark={roleMark(index)} />
            ))}
          </ul>
        )}
      </section>
      <section className="o-block" aria-labelledby="ua-reach">
        <header className="o-block-head">
          <h2 id="ua-reach">数据范围</h2>
        </header>
        <dl className="ua-facts">
          <div>
            <dt>能看到的用户</dt>
            <dd>{sees.people.toLocaleString("zh-CN")} 人</dd>
          </div>
          <div>
            <dt>能看到的部门</dt>
            <dd>{sees.depts.toLocaleString("zh-CN")} 个</dd>
          </div>
          {scopes.map((reach) => (
            <div key={reach.key} className="ua-wide">
              <dt>{reachWords(reach)}</dt>
              <dd>
                {reach.people.toLocaleString("zh-CN")} 人，{reach.depts} 个部门
              </dd>
            </div>
          ))}
        </dl>
        <p className="ua-none o-note">
          数据范围只限制用户、角色和部门的数据；每项权限取授予它的角色范围之和。
        </p>
      </section>
      <section className="o-block" aria-labelledby="ua-account">
        <header className="o-block-head">
          <h2 id="ua-account">账号</h2>
        </header>
        <dl className="ua-facts">
          <div>
            <dt>状态</dt>
            <dd>
              <DictTag type="sys_normal_disable" value={user.status} />
            </dd>
          </div>
          <div>
            <dt>登录</dt>
            <dd>{user.isLocked ? "暂时锁定" : "没有锁定"}</dd>
          </div>
          <div>
            <dt>两步验证</dt>
            <dd>
              {secondFactor.isDemanded ? "必须" : "自愿"}，{secondFactor.isOn ? "已开启" : "未开启"}
            </dd>
          </div>
        </dl>
      </section>
    </div>
  );
}

function RoleLine({ role, mark }: { role: Role; mark: string }) {
  const can = useCan();
  const { roleId, roleName, roleKey, status } = role;
  // Nobody changes the administrator's role (wire 2.4).
  const isOpen = roleId !== 1 && can.permi(["system:role:edit"]);
  return (
    <li data-off={status !== "0" || undefined}>
      <span className="ua-mark" aria-hidden="true">
        {mark}
      </span>
      <div>
        <h3>
          {isOpen ? (
            <ShellLink className="o-link" to={`/system/role?edit=${roleId}`}>
              {roleName}
            </ShellLink>
          ) : (
            roleName
          )}
          {status !== "0" && <DictTag type="sys_normal_disable" value={status} />}
        </h3>
        <p className="o-note">
          <span className="cr-code">{roleKey}</span> · {roleScopeWords(role)}
        </p>
      </div>
    </li>
  );
}

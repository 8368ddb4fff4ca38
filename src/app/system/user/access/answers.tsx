import { CheckOutlined, CloseOutlined } from "@ant-design/icons";
import { reachWords } from "#src/lib/people/account-words.ts";
import { type Access, hiddenNote, type Right, reasonOf } from "./access.ts";

const MOST = 60;

/** "Can they …?": the rights that the words find, each with yes or no and the reason. */
export function Answers({ access, wanted }: { access: Access; wanted: string }) {
  const found = findRights(access.menus, wanted);
  const shown = found.slice(0, MOST);
  const yes = found.filter(({ right }) => right.state === "yes").length;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keys
    <div className="ua-scroll" tabIndex={0}>
      <p className="ua-count o-note" role="status">
        {found.length === 0
          ? "没有这样的功能或权限，换一个说法试试。"
          : `找到 ${found.length} 项：能 ${yes} 项，不能 ${found.length - yes} 项${
              found.length > MOST ? `，只列出前 ${MOST} 项` : ""
            }`}
      </p>
      <ul className="ua-answers">
        {shown.map(({ right, path }) => {
          const isYes = right.state === "yes";
          const reach = access.scopes.find(({ key }) => key === right.scope);
          const Icon = isYes ? CheckOutlined : CloseOutlined;
          return (
            <li key={right.menuId}>
              <strong className={isYes ? "ua-yes" : "ua-no"}>
                <Icon aria-hidden />
                {isYes ? "能" : "不能"}
              </strong>
              <div>
                <p>
                  {path}
                  {right.perms && <span className="cr-code ua-perms">{right.perms}</span>}
                </p>
                <p className="o-note">
                  {[
                    reasonOf(access, right),
                    reach && `数据：${reachWords(reach)}`,
                    hiddenNote(right),
                  ]
                    .filter(Boolean)
                    .join("；")}
                </p>
              </div>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Rows whose name, way through the menu or permission has all of the words. */
function findRights(menus: readonly Right[], wanted: string) {
  const byId = new Map(menus.map((row) => [row.menuId, row]));
  const pathOf = (right: Right): string => {
    const names = [right.menuName];
    const passed = new Set([right.menuId]);
    for (let above = byId.get(right.parentId); above; above = byId.get(above.parentId)) {
      if (passed.has(above.menuId)) break;
      passed.add(above.menuId);
      names.unshift(above.menuName);
    }
    return names.join(" / ");
  };
  const words = wanted.trim().toLowerCase().split(/\s+/);
  return menus
    .filter(({ menuType, perms }) => menuType !== "M" || perms !== "")
    .map((right) => ({ right, path: pathOf(right) }))
    .filter(({ right, path }) => {
      const text = `${path} ${right.perms}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
}

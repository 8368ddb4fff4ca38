import { CheckOutlined, SearchOutlined } from "@ant-design/icons";
import { Checkbox, Input } from "antd";
import { useMemo, useState } from "react";
import { reachWords } from "#src/lib/people/account-words.ts";
import { CLEARABLE } from "#src/office/form/clearable.tsx";
import { MenuIcon } from "#src/office/menu/menu-icon.tsx";
import { layOut, type TreeRow } from "#src/office/tree/tree-rows.ts";
import { type Access, hiddenNote, marksOf, type Right, reasonOf } from "./access.ts";
import { Answers } from "./answers.tsx";

type Line = TreeRow<Right> & { buttons: Right[] };

/** The menu as the person has it: each page with its rights, and the roles that give them. */
export function Rights({ access }: { access: Access }) {
  const [wanted, setWanted] = useState("");
  const [withNo, setWithNo] = useState(false);
  const lines = useMemo(() => linesOf(access.menus), [access.menus]);
  const isYes = ({ state }: Right) => state === "yes";
  const hasYes = (line: Line) => [line.row, ...line.buttons].some(isYes);
  const open = new Set(
    lines.flatMap((line) => (withNo || hasYes(line) ? [line.id, ...line.parents] : [])),
  );
  const shown = lines.filter(({ id }) => open.has(id));
  return (
    <section className="o-block ua-rights" aria-labelledby="ua-rights">
      <header className="ua-tools">
        <h2 id="ua-rights">
          菜单与权限
          <span className="o-note">
            可用 {access.menus.filter(isYes).length} / {access.menus.length}
          </span>
        </h2>
        <Input
          className="ua-find"
          allowClear={CLEARABLE}
          prefix={<SearchOutlined aria-hidden className="cr-faint" />}
          placeholder="能不能……？功能名称或权限标识"
          aria-label="查询能不能做某件事"
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
        />
        <Checkbox checked={withNo} onChange={(event) => setWithNo(event.target.checked)}>
          显示不能做的
        </Checkbox>
      </header>
      {wanted.trim() !== "" ? (
        <Answers access={access} wanted={wanted} />
      ) : shown.length === 0 ? (
        <p className="ua-empty">没有可用的菜单和权限。勾选“显示不能做的”可以查看原因。</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keys
        <div className="ua-scroll" tabIndex={0}>
          <table className="ua-tree" aria-label="菜单与权限">
            <thead className="o-hidden">
              <tr>
                <th>菜单</th>
                <th>能做的事</th>
                <th>数据范围</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((line) => (
                <PageLine key={line.id} line={line} access={access} withNo={withNo} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

/** Directories and pages, each with its buttons. */
function linesOf(menus: readonly Right[]): Line[] {
  const laid = layOut(
    menus,
    ({ menuId }) => menuId,
    ({ parentId }) => parentId,
  );
  return laid
    .filter(({ row }) => row.menuType !== "F")
    .map((line) => ({
      ...line,
      buttons: menus.filter(
        ({ menuType, parentId }) => menuType === "F" && parentId === line.row.menuId,
      ),
    }));
}

function PageLine({ line, access, withNo }: { line: Line; access: Access; withNo: boolean }) {
  const { row, level } = line;
  const isPage = row.menuType === "C";
  const parts = [...(isPage ? [row] : []), ...line.buttons].filter(
    ({ state }) => withNo || state === "yes",
  );
  const note = hiddenNote(row);
  return (
    <tr className={isPage ? undefined : "ua-group"}>
      <td style={{ ["--level" as string]: level }}>
        <span className="ua-name">
          {level === 0 && <MenuIcon name={row.icon} />}
          {row.menuName}
        </span>
      </td>
      <td>
        {parts.length > 0 && (
          <ul className="ua-chips">
            {parts.map((right) => (
              <Chip key={right.menuId} right={right} label={labelIn(row, right)} access={access} />
            ))}
          </ul>
        )}
        {note && <p className="ua-warn">{note}</p>}
      </td>
      <td className="ua-scope">
        {scopesIn(row, parts, access).map((text) => (
          <p key={text}>{text}</p>
        ))}
      </td>
    </tr>
  );
}

function Chip({ right, label, access }: { right: Right; label: string; access: Access }) {
  const isYes = right.state === "yes";
  const reason = reasonOf(access, right);
  const marks = marksOf(access, right);
  return (
    <li className="ua-chip" data-state={right.state} title={`${reason} ${right.perms}`.trim()}>
      {isYes && <CheckOutlined aria-hidden />}
      {label}
      {marks && <span aria-hidden="true">{marks}</span>}
      <span className="o-hidden">
        ：{isYes ? "能" : "不能"}，{reason}
      </span>
    </li>
  );
}

/** 用户查询 below 用户管理 is 查询. */
function labelIn(page: Right, { menuId, menuName }: Right): string {
  if (menuId === page.menuId) return "打开页面";
  const stem = page.menuName.replace(/管理$/, "");
  const isLonger = stem !== "" && menuName.startsWith(stem) && menuName.length > stem.length;
  return isLonger ? menuName.slice(stem.length) : menuName;
}

/** One scope for all bounded rights, or each scope with its rights. */
function scopesIn(page: Right, parts: readonly Right[], { scopes }: Access): string[] {
  const found = new Map<string, string[]>();
  for (const right of parts) {
    const reach = scopes.find(({ key }) => key === right.scope);
    if (!reach) continue;
    const words = reachWords(reach);
    found.set(words, [...(found.get(words) ?? []), labelIn(page, right)]);
  }
  return [...found].map(([words, labels]) =>
    found.size === 1 ? `数据：${words}` : `${labels.join("、")}：${words}`,
  );
}

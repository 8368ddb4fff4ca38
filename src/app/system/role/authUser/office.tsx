import { PlusOutlined } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { Button, type InputRef } from "antd";
import { useEffect, useRef, useState } from "react";
import { pageSizeOf, wholeNumber } from "#src/lib/pager.ts";
import { call } from "#src/office/calls/http.ts";
import { ask, notify } from "#src/office/calls/notify.ts";
import { tellChange } from "#src/office/calls/queries.ts";
import { plainKey, useShortcuts } from "#src/office/keys/shortcuts.ts";
import { BulkBar } from "#src/office/list/bulk-bar.tsx";
import { CrudFilters } from "#src/office/list/crud-filters.tsx";
import { ListEmpty } from "#src/office/list/list-empty.tsx";
import { Pager, scrollToTop } from "#src/office/list/pager.tsx";
import { useRowChoice } from "#src/office/list/use-row-choice.ts";
import { Failure } from "#src/office/shell/card.tsx";
import { PageSkeleton } from "#src/office/shell/skeleton.tsx";
import { useIsMobile } from "#src/office/shell/use-media.ts";
import { useTab } from "#src/office/tabs/tab.tsx";
import { AddPeople } from "./add-people.tsx";
import { FILTERS, PATH, PeopleRows, type Person, usePeople } from "./people.tsx";
import "#src/office/list/parts.css";
import "./auth-user.css";

type Role = { roleId: number; roleName: string; roleKey: string; admin: boolean };

/** 分配用户: who holds the role in the address (static route /system/role-auth/user/:roleId). */
export default function AuthUserPage() {
  const { params, setTitle } = useTab();
  const roleId = String(params.roleId ?? "");
  const { data, error, refetch } = useQuery({
    queryKey: ["/system/role", "one", roleId],
    queryFn: () => call<{ data: Role }>("GET", `/system/role/${roleId}`, { isQuiet: true }),
    meta: { isQuiet: true },
  });
  const name = data?.data.roleName;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tab's functions are new each time
  useEffect(() => {
    if (name) setTitle(`分配用户：${name}`);
  }, [name]);
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <PageSkeleton />;
  return <Holders role={data.data} />;
}

function Holders({ role }: { role: Role }) {
  const { query, setQuery } = useTab();
  const isMobile = useIsMobile();
  const roleId = String(role.roleId);
  const values = { userName: query.userName ?? "", phonenumber: query.phonenumber ?? "" };
  const pageNum = wholeNumber(query.pageNum ?? null, 1);
  const pageSize = pageSizeOf(query.pageSize ?? null);
  const answer = usePeople("allocated", roleId, { ...values, pageNum, pageSize });
  const { data, isPlaceholderData, refetch } = answer;
  const [isAdding, setAdding] = useState(false);
  const firstField = useRef<InputRef>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const active = FILTERS.filter(({ name }) => query[name]);
  const rows = data?.rows;
  // The administrator's role is nobody's to give or take (wire 2.4).
  const isFixed = role.admin;

  const [chosen, setChosen] = useRowChoice(
    rows,
    ({ userId }) => userId,
    JSON.stringify([roleId, values, pageNum, pageSize]),
  );

  const search = (next: Record<string, string>) => {
    const isSame = FILTERS.every(({ name }) => (next[name] ?? "") === (query[name] ?? ""));
    if (isSame && pageNum === 1) void refetch();
    else setQuery({ userName: next.userName, phonenumber: next.phonenumber, pageNum: undefined });
  };

  const take = async (people: readonly Person[]) => {
    const names = people.map(({ userName }) => `「${userName}」`);
    const who = people.length === 1 ? `用户${names[0]}` : `选中的 ${people.length} 个用户`;
    const listed = names.slice(0, 5).join("") + (names.length > 5 ? " 等" : "");
    const isSure = await ask({
      title: `取消${who}的角色「${role.roleName}」？`,
      text: `${people.length === 1 ? "" : listed}立即失去这个角色的权限，登录状态不变。`,
      ok: "取消授权",
      isDanger: true,
    });
    if (!isSure) return;
    const [first] = people;
    if (people.length === 1 && first) {
      await call("PUT", `${PATH}/cancel`, { body: { userId: first.userId, roleId } });
    } else {
      const userIds = people.map(({ userId }) => userId).join(",");
      await call("PUT", `${PATH}/cancelAll`, { query: { roleId, userIds } });
    }
    notify.success(`已取消${people.length === 1 ? who : ` ${people.length} 个用户`}的授权`);
    await Promise.all([PATH, "/system/user"].map((key) => tellChange([key])));
  };
  // The refusal is on the screen already.
  const tryTake = (people: readonly Person[]) => void take(people).catch(() => undefined);

  useShortcuts([
    {
      keys: "/",
      label: "筛选",
      isSingle: true,
      matches: plainKey("/"),
      run: () => firstField.current?.focus(),
    },
    {
      keys: "N",
      label: "添加用户",
      isSingle: true,
      matches: plainKey("n"),
      run: () => setAdding(!isFixed),
    },
    {
      keys: "J",
      label: "下一行",
      isSingle: true,
      matches: (event) => plainKey("j")(event) || plainKey("ArrowDown")(event),
      run: () => scroller.current?.querySelector<HTMLElement>("tbody tr")?.focus(),
    },
    {
      keys: "Esc",
      label: "取消选择",
      matches: (event) => chosen.size > 0 && plainKey("Escape")(event),
      run: () => setChosen(new Map()),
    },
  ]);

  const addButton = !isFixed && (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setAdding(true)}>
      添加用户
    </Button>
  );
  const isEmpty = rows?.length === 0 && !isPlaceholderData;

  return (
    <div className="cr">
      <h1 className="o-hidden">分配用户：{role.roleName}</h1>
      <section className="o-block cr-card" aria-label="分配用户">
        <div className="cr-top">
          <CrudFilters
            filters={FILTERS}
            values={values}
            activeCount={active.length}
            firstField={firstField}
            onSearch={search}
          />
          {chosen.size > 0 && !isFixed && (
            <BulkBar
              noun="用户"
              unit="个"
              verb="取消授权"
              count={chosen.size}
              removable={chosen.size}
              onClear={() => setChosen(new Map())}
              onRemove={() => tryTake([...chosen.values()])}
            />
          )}
          {(chosen.size === 0 || isMobile || isFixed) && (
            <div className="cr-bar">
              {addButton}
              <span className="au-role">
                <span className="o-note">{isFixed ? "这个角色不能调整：" : "角色"}</span>
                <b>{role.roleName}</b>
                <span className="o-kind cr-code">{role.roleKey}</span>
              </span>
            </div>
          )}
        </div>
        {isEmpty ? (
          <ListEmpty
            kind={active.length > 0 ? "match" : "first"}
            noun="拥有这个角色的用户"
            hint="添加之后会显示在这里。"
            action={addButton}
            filters={active}
            values={values}
            onSearch={search}
          />
        ) : (
          <PeopleRows
            answer={answer}
            selected={chosen}
            onSelect={setChosen}
            scroller={scroller}
            actions={(row) =>
              isFixed
                ? []
                : [
                    {
                      key: "cancel",
                      label: "取消授权",
                      permi: "system:role:edit",
                      run: () => tryTake([row]),
                    },
                  ]
            }
          />
        )}
        {data && !isEmpty && (
          <footer className="cr-bottom">
            <Pager
              total={data.total}
              pageNum={pageNum}
              pageSize={pageSize}
              onTurn={(page, size) => {
                setQuery({
                  pageNum: page === 1 ? undefined : page,
                  pageSize: size === 20 ? undefined : size,
                });
                scrollToTop(isMobile ? scroller.current?.closest(".o-content") : scroller.current);
              }}
            />
          </footer>
        )}
      </section>
      {isAdding && (
        <AddPeople roleId={roleId} roleName={role.roleName} onClose={() => setAdding(false)} />
      )}
    </div>
  );
}

import { Button, Drawer, type InputRef } from "antd";
import { useRef, useState } from "react";
import { call } from "#src/office/calls/http.ts";
import { notify } from "#src/office/calls/notify.ts";
import { tellChange } from "#src/office/calls/queries.ts";
import { useCarefulClose } from "#src/office/layers/use-careful-close.ts";
import { CrudFilters } from "#src/office/list/crud-filters.tsx";
import { ListEmpty } from "#src/office/list/list-empty.tsx";
import { Pager } from "#src/office/list/pager.tsx";
import { useIsMobile } from "#src/office/shell/use-media.ts";
import { useOpening } from "#src/office/tabs/use-on-change.ts";
import { FILTERS, PATH, PeopleRows, type Person, usePeople } from "./people.tsx";

const NOBODY: ReadonlyMap<number, Person> = new Map();

/** 添加用户: those who do not hold the role, to be chosen over several pages and given it at once. */
export function AddPeople({
  roleId,
  roleName,
  onClose,
}: {
  roleId: string;
  roleName: string;
  onClose: () => void;
}) {
  const [values, setValues] = useState<Record<string, string>>({ userName: "", phonenumber: "" });
  const [[pageNum, pageSize], setPage] = useState([1, 20]);
  const [chosen, setChosen] = useState(NOBODY);
  const [isSaving, setSaving] = useState(false);
  const firstField = useRef<InputRef>(null);
  const opening = useOpening(() => firstField.current?.focus());
  const isMobile = useIsMobile();
  const { close, settle } = useCarefulClose(
    chosen.size > 0,
    { title: `放弃勾选的 ${chosen.size} 个用户？`, text: "还没有添加，关闭后要重新勾选。" },
    onClose,
  );
  const answer = usePeople("unallocated", roleId, { ...values, pageNum, pageSize });
  const { data, isPlaceholderData } = answer;
  const active = FILTERS.filter(({ name }) => values[name]);
  const search = (next: Record<string, string>) => {
    setValues({ userName: next.userName ?? "", phonenumber: next.phonenumber ?? "" });
    setPage([1, pageSize]);
  };

  const add = async () => {
    setSaving(true);
    try {
      const userIds = [...chosen.keys()].join(",");
      await call("PUT", `${PATH}/selectAll`, { query: { roleId, userIds } });
      notify.success(`已将角色「${roleName}」分配给 ${chosen.size} 个用户`);
      settle();
      onClose();
      await Promise.all([PATH, "/system/user"].map((key) => tellChange([key])));
    } catch {
      // The refusal is on the screen already, and so is the choice.
      setSaving(false);
    }
  };

  return (
    <Drawer
      open
      title={`为角色「${roleName}」添加用户`}
      size={isMobile ? "100%" : 720}
      onClose={() => void close()}
      afterOpenChange={opening}
      footer={
        <div className="cr-foot">
          <span className="o-note" role="status">
            {chosen.size > 0 ? `已选 ${chosen.size} 个用户` : "请勾选要添加的用户"}
          </span>
          <Button onClick={() => void close()}>取消</Button>
          <Button
            type="primary"
            disabled={chosen.size === 0}
            loading={isSaving}
            onClick={() => void add()}
          >
            添加{chosen.size > 0 ? ` ${chosen.size}` : ""}
          </Button>
        </div>
      }
    >
      <div className="au-pick">
        <CrudFilters
          label="筛选可添加的用户"
          filters={FILTERS}
          values={values}
          activeCount={active.length}
          firstField={firstField}
          onSearch={search}
        />
        {data?.rows.length === 0 && !isPlaceholderData ? (
          <ListEmpty
            kind={active.length > 0 ? "match" : "first"}
            noun="可添加的用户"
            hint="您管理范围内的工作人员都已拥有这个角色。"
            filters={active}
            values={values}
            onSearch={search}
          />
        ) : (
          <PeopleRows
            answer={answer}
            selected={chosen}
            onSelect={setChosen}
            actions={() => []}
            isNarrow
          />
        )}
        {data && data.total > 0 && (
          <Pager
            total={data.total}
            pageNum={pageNum}
            pageSize={pageSize}
            onTurn={(page, size) => setPage([page, size])}
          />
        )}
      </div>
    </Drawer>
  );
}

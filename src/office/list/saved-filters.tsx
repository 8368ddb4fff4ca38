import { CloseOutlined, PlusOutlined } from "@ant-design/icons";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Input, Modal } from "antd";
import { useState } from "react";
import { call, fieldTexts, report } from "../calls/http.ts";
import { ask, notify } from "../calls/notify.ts";
import { tellChange } from "../calls/queries.ts";
import { useCarefulClose } from "../layers/use-careful-close.ts";
import "./saved-filters.css";

/** Filters of the tab's query, without page and order. */
type Query = Record<string, string>;
type Own = { id: number; name: string; query: Query };

/** Longest name of a saved filter. */
const MAX_NAME = 20;
const PATH = "/user/filters";

const isSame = (a: Query, b: Query) => {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => (a[key] ?? "") === (b[key] ?? ""));
};

/**
 * Ready-made filters of a list with their numbers, and those the person keeps under names of their
 * own (GET, POST, DELETE /user/filters).
 */
export function SavedFilters({
  page,
  presets,
  query,
  onPick,
}: {
  /** Component key of the list, e.g. `article/desk/index`. */
  page: string;
  presets: readonly {
    key: string;
    name: string;
    query: Query;
    count?: number | undefined;
    /** There are more than `count`. */
    isMore?: boolean | undefined;
  }[];
  /** The filters that the list shows now. */
  query: Query;
  onPick: (query: Query) => void;
}) {
  const [isNaming, setNaming] = useState(false);
  const { data } = useQuery({
    queryKey: [PATH, page],
    queryFn: () => call<{ rows: Own[] }>("GET", PATH, { query: { page }, isQuiet: true }),
    meta: { isQuiet: true },
  });
  const own = data?.rows ?? [];
  const isKnown = [...presets, ...own].some((each) => isSame(each.query, query));

  const remove = async ({ id, name }: Own) => {
    const isSure = await ask({
      title: `删除筛选「${name}」？`,
      text: "只删除这个筛选，不影响列表里的内容。",
      ok: "删除",
      isDanger: true,
    });
    if (!isSure) return;
    await call("DELETE", `${PATH}/${id}`);
    await tellChange([PATH, page]);
  };

  return (
    <nav className="sf" aria-label="常用筛选">
      <ul>
        {presets.map(({ key, name, query: wanted, count, isMore }) => (
          <li key={key}>
            <button
              type="button"
              className="sf-chip"
              aria-pressed={isSame(wanted, query)}
              onClick={() => onPick(wanted)}
            >
              {name}
              {count !== undefined && (
                <b>
                  {count.toLocaleString("zh-CN")}
                  {isMore && "+"}
                </b>
              )}
            </button>
          </li>
        ))}
        {own.map((each) => (
          <li key={each.id} className="sf-own">
            <button
              type="button"
              className="sf-chip"
              aria-pressed={isSame(each.query, query)}
              onClick={() => onPick(each.query)}
            >
              {each.name}
            </button>
            <button
              type="button"
              className="sf-drop"
              aria-label={`删除筛选「${each.name}」`}
              onClick={() => void remove(each).catch(() => undefined)}
            >
              <CloseOutlined aria-hidden />
            </button>
          </li>
        ))}
        {!isKnown && (
          <li>
            <button type="button" className="sf-chip" onClick={() => setNaming(true)}>
              <PlusOutlined aria-hidden /> 保存当前筛选
            </button>
          </li>
        )}
      </ul>
      {isNaming && <NameDialog page={page} query={query} onClose={() => setNaming(false)} />}
    </nav>
  );
}

function NameDialog({ page, query, onClose }: { page: string; query: Query; onClose: () => void }) {
  const [name, setName] = useState("");
  const [problem, setProblem] = useState("");
  const { close, settle } = useCarefulClose(
    name.trim() !== "",
    { title: "放弃填写的筛选名称？", text: "筛选还没有保存，关闭后要重新填写。" },
    onClose,
  );
  const saving = useMutation({
    mutationFn: () => {
      const kept = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ""));
      return call("POST", PATH, { body: { page, name: name.trim(), query: kept }, isQuiet: true });
    },
    onSuccess: async () => {
      settle();
      onClose();
      notify.success(`已保存筛选「${name.trim()}」`);
      await tellChange([PATH, page]);
    },
    onError: (error) => {
      const texts = fieldTexts(error);
      if (texts) setProblem(Object.values(texts)[0] ?? "");
      else report(error);
    },
  });
  const save = () => {
    if (saving.isPending) return;
    if (name.trim()) saving.mutate();
    else setProblem("请给筛选起个名字");
  };
  return (
    <Modal
      open
      title="保存当前筛选"
      okText="保存"
      cancelText="取消"
      confirmLoading={saving.isPending}
      onOk={save}
      onCancel={() => void close()}
    >
      <Input
        autoFocus
        aria-label="筛选名称"
        aria-invalid={problem !== ""}
        placeholder="例如：本月通知公告"
        maxLength={MAX_NAME}
        showCount
        {...(problem ? { status: "error" as const } : {})}
        value={name}
        onChange={(event) => {
          setName(event.target.value);
          setProblem("");
        }}
        onPressEnter={(event) => {
          if (!event.nativeEvent.isComposing) save();
        }}
      />
      <p className="o-problem" role="alert">
        {problem}
      </p>
    </Modal>
  );
}

import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useRef, useState } from "react";
import { useCan } from "#src/office/account/can.tsx";
import { call, fieldTexts, report } from "#src/office/calls/http.ts";
import { notify } from "#src/office/calls/notify.ts";
import { tellChange } from "#src/office/calls/queries.ts";
import { Key } from "#src/office/keys/keys.tsx";
import { useShortcuts, withCtrl } from "#src/office/keys/shortcuts.ts";
import { hasWrittenOn } from "#src/office/keys/typing.ts";
import { Failure } from "#src/office/shell/card.tsx";
import { PageSkeleton } from "#src/office/shell/skeleton.tsx";
import { useDirty } from "#src/office/tabs/tab.tsx";
import { checkValue } from "../rules.ts";
import { asShown, SettingRow } from "../setting-row.tsx";
import { settingOf } from "../settings.ts";
import { GROUPS, labelOf, TOKEN_KEY } from "./groups.ts";
import { NOTICE_KEY, noticeProblems, readNotice } from "./notice.ts";
import { NoticeForm } from "./notice-form.tsx";
import { ThemeRow } from "./theme-row.tsx";
import { TokenRow } from "./token-row.tsx";
import "../config.css";
import "./site.css";

const PATH = "/system/config/desk";

type Kept = { values: Record<string, string>; hasToken: boolean };
type Drafts = Readonly<Record<string, string>>;

/** 网站设置 (menu row 2010): what the site says, grouped as people think of it. */
export default function SitePage() {
  const { data, error, refetch } = useQuery({
    queryKey: [PATH],
    queryFn: ({ signal }) => call<{ data: Kept }>("GET", `${PATH}/list`, { signal, isQuiet: true }),
    meta: { isQuiet: true },
  });
  return (
    <div className="cf st">
      <h1 className="o-hidden">网站设置</h1>
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <PageSkeleton />}
      {data && <Groups kept={data.data} />}
    </div>
  );
}

/** What is wrong with what was typed, before it is sent; texts are the server's. */
function problemsOf(values: Drafts): Record<string, string> {
  const wrong: Record<string, string> = {};
  for (const [key, value] of Object.entries(values)) {
    if (key === TOKEN_KEY) continue;
    if (key === NOTICE_KEY) Object.assign(wrong, noticeProblems(readNotice(value)));
    else {
      const text = checkValue(key, value.trim(), labelOf(key));
      if (text) wrong[key] = text;
    }
  }
  return wrong;
}

function Groups({ kept }: { kept: Kept }) {
  const mayEdit = useCan().permi(["content:site:edit"]);
  const [drafts, setDrafts] = useState<Drafts>({});
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [saving, setSaving] = useState<readonly string[]>([]);
  const body = useRef<HTMLDivElement>(null);
  const changed = Object.keys(drafts);
  useDirty(changed.length > 0);

  const showProblems = (next: Record<string, string>) => {
    setProblems(next);
    const [first] = Object.keys(next);
    if (!first) return;
    requestAnimationFrame(() => {
      if (hasWrittenOn()) return;
      const row = body.current?.querySelector(`[data-key="${CSS.escape(first)}"]`);
      row?.scrollIntoView({ block: "center" });
      row?.querySelector<HTMLElement>("input, textarea, button")?.focus();
    });
  };

  const save = async (keys: readonly string[]) => {
    if (saving.length > 0 || keys.length === 0) return;
    const values = Object.fromEntries(keys.map((key) => [key, drafts[key] ?? ""]));
    const wrong = problemsOf(values);
    if (Object.keys(wrong).length > 0) {
      showProblems(wrong);
      return;
    }
    setSaving(keys);
    try {
      await call("PUT", PATH, { body: { values }, isQuiet: true });
      notify.success(keys.length === 1 ? "已保存，网站上立即生效" : `已保存 ${keys.length} 项`);
      await tellChange([PATH]);
      await tellChange(["/system/config"]);
      setDrafts(
        Object.fromEntries(
          changed.flatMap((key) => (keys.includes(key) ? [] : [[key, drafts[key] ?? ""] as const])),
        ),
      );
      setProblems({});
    } catch (failure) {
      const texts = fieldTexts(failure);
      if (texts) showProblems(texts);
      else report(failure);
    } finally {
      setSaving([]);
    }
  };

  const change = (key: string, value: string | undefined) => {
    const { [key]: _old, ...others } = drafts;
    setDrafts(value === undefined ? others : { ...others, [key]: value });
    setProblems(
      Object.fromEntries(
        Object.entries(problems).filter(([each]) => each !== key && !each.startsWith(`${key}.`)),
      ),
    );
  };

  useShortcuts([
    {
      keys: "Ctrl S",
      label: "保存全部修改",
      matches: withCtrl("KeyS"),
      run: () => void save(changed),
    },
  ]);

  const rowOf = (key: string) => {
    const setting = settingOf(key);
    const saved = kept.values[key] ?? "";
    const common = {
      draft: drafts[key],
      problem: problems[key],
      mayEdit,
      isSaving: saving.includes(key),
      onChange: (value: string | undefined) => change(key, value),
      onSave: () => void save([key]),
    };
    if (key === NOTICE_KEY) {
      return (
        <NoticeForm
          key={key}
          {...common}
          saved={saved}
          problems={problems}
          phone={kept.values["site.phone"] ?? ""}
        />
      );
    }
    if (key === "site.theme") return <ThemeRow key={key} {...common} saved={saved} />;
    if (key === TOKEN_KEY) return <TokenRow key={key} {...common} hasToken={kept.hasToken} />;
    const row = {
      configKey: key,
      configName: setting?.name ?? key,
      configValue: saved,
      remark: "",
    };
    return <SettingRow key={key} {...common} shown={asShown(row, setting)} />;
  };

  return (
    <>
      <div className="cf-columns">
        <nav className="o-block cf-nav" aria-label="设置分组">
          {GROUPS.map(([name, keys]) => {
            const count = keys.filter((key) => key in drafts).length;
            return (
              <button
                key={name}
                type="button"
                onClick={() => {
                  const section = document.getElementById(`st-group-${name}`);
                  section?.scrollIntoView({ block: "start" });
                  section?.querySelector<HTMLElement>("h2")?.focus({ preventScroll: true });
                }}
              >
                {name}
                {count > 0 && <span className="cf-changed">{count} 项未保存</span>}
              </button>
            );
          })}
        </nav>
        <div className="cf-groups" ref={body}>
          {GROUPS.map(([name, keys]) => (
            <section
              key={name}
              id={`st-group-${name}`}
              className="o-block"
              aria-labelledby={`st-title-${name}`}
            >
              <h2 id={`st-title-${name}`} className="cf-title" tabIndex={-1}>
                {name}
              </h2>
              {keys.map(rowOf)}
            </section>
          ))}
        </div>
      </div>
      {changed.length > 0 && (
        <footer className="cf-foot">
          <span>{changed.length} 项未保存</span>
          <Button
            onClick={() => {
              setDrafts({});
              setProblems({});
            }}
          >
            全部撤销
          </Button>
          <Button type="primary" loading={saving.length > 0} onClick={() => void save(changed)}>
            全部保存 <Key>Ctrl S</Key>
          </Button>
        </footer>
      )}
    </>
  );
}

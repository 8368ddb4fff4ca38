import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useCan } from "#src/office/account/can.tsx";
import { call } from "#src/office/calls/http.ts";
import { Failure } from "#src/office/shell/card.tsx";
import { PageSkeleton } from "#src/office/shell/skeleton.tsx";
import { useDirty } from "#src/office/tabs/tab.tsx";
import { checkValue } from "../rules.ts";
import { asShown, SettingRow } from "../setting-row.tsx";
import { settingOf } from "../settings.ts";
import { type Drafts, type Problems, SettingsForm } from "../settings-form.tsx";
import { GROUPS, labelOf, TOKEN_KEY } from "./groups.ts";
import { NOTICE_KEY, noticeProblems, readNotice } from "./notice.ts";
import { NoticeForm } from "./notice-form.tsx";
import { ThemeRow } from "./theme-row.tsx";
import { TokenRow } from "./token-row.tsx";
import "./site.css";

const PATH = "/system/config/desk";

type Kept = { values: Record<string, string>; hasToken: boolean };

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
function problemsOf(values: Drafts): Problems {
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
  useDirty(Object.keys(drafts).length > 0);
  return (
    <SettingsForm
      label="设置分组"
      groups={GROUPS.map(([name, keys]) => ({ name, keys }))}
      drafts={drafts}
      onDrafts={setDrafts}
      path={PATH}
      changes={[PATH, "/system/config"]}
      check={problemsOf}
      savedText={(keys) =>
        keys.length === 1 ? "已保存，网站上立即生效" : `已保存 ${keys.length} 项`
      }
      mayEdit={mayEdit}
    >
      {(key, row, problems) => {
        const saved = kept.values[key] ?? "";
        if (key === NOTICE_KEY) {
          const phone = kept.values["site.phone"] ?? "";
          return <NoticeForm key={key} {...row} saved={saved} problems={problems} phone={phone} />;
        }
        if (key === "site.theme") return <ThemeRow key={key} {...row} saved={saved} />;
        if (key === TOKEN_KEY) return <TokenRow key={key} {...row} hasToken={kept.hasToken} />;
        const setting = settingOf(key);
        const configName = setting?.name ?? key;
        const asRow = { configKey: key, configName, configValue: saved, remark: "" };
        return <SettingRow key={key} {...row} shown={asShown(asRow, setting)} />;
      }}
    </SettingsForm>
  );
}

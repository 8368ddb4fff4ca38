import { Alert, Button } from "antd";
import { shortTime } from "#src/lib/short-time.ts";
import { formatDateTime } from "#src/lib/text/dates.ts";
import { currentAccount } from "#src/office/account/account.ts";
import type { LocalCopy } from "./local-copy.ts";
import type { Company } from "./use-company.ts";
import type { Saving } from "./use-saving.ts";

/** Lines above the text: a conflict that waits, another version, who else writes, words left behind, an opinion. */
export function EditorStrips({
  saving,
  company,
  left,
  opinion,
  onTake,
  onLeft,
  onDropLeft,
}: {
  saving: Saving;
  company: Company | undefined;
  left: readonly LocalCopy[];
  /** Of the reviewer who sent it back. */
  opinion: string;
  /** Loads the version that somebody else saved. */
  onTake: () => void;
  onLeft: (copy: LocalCopy) => void;
  onDropLeft: (copy: LocalCopy) => void;
}) {
  const me = currentAccount()?.user.userId;
  const isNewer =
    company !== undefined &&
    !saving.isSaving &&
    saving.version !== undefined &&
    company.version > saving.version;
  return (
    <div className="ad-strips">
      {opinion && <Alert banner type="error" title={`退回意见：${opinion}`} />}
      {left.map((copy) => (
        <Alert
          key={copy.key}
          banner
          type="info"
          title={`本机有一份没有保存的内容${nameOf(copy)}（${shortTime(formatDateTime(new Date(copy.keptAt)))}）`}
          action={
            <span className="ad-strip-tools">
              <Button size="small" type="primary" onClick={() => onLeft(copy)}>
                找回内容
              </Button>
              <Button size="small" onClick={() => onDropLeft(copy)}>
                不需要
              </Button>
            </span>
          }
        />
      ))}
      {isNewer && (
        <Alert
          banner
          type="warning"
          title={`${company.savedBy} 在 ${shortTime(company.savedTime)} 保存了第 ${company.version} 版`}
          action={
            <Button
              size="small"
              onClick={() => (saving.isDirty ? saving.reopenConflict() : onTake())}
            >
              {saving.isDirty ? "处理冲突" : "载入新版本"}
            </Button>
          }
        />
      )}
      {company && company.others.length > 0 && (
        <Alert
          banner
          type="warning"
          title={`${company.others
            .map((each) => (each.userId === me ? "您在另一个页面" : each.nickName))
            .join("、")}也在编辑这篇文章，保存时会提示差别，不会覆盖对方。`}
        />
      )}
    </div>
  );
}

/** 「标题」 of a new article that was left behind; one that has its number needs none. */
const nameOf = ({ key, fields }: LocalCopy) =>
  typeof key === "string" && fields.articleName.trim() ? `「${fields.articleName.trim()}」` : "";

import { Button, Progress } from "antd";
import { call } from "../../calls/http.ts";
import { notify } from "../../calls/notify.ts";
import { tellChange } from "../../calls/queries.ts";
import { Pending } from "../file-upload.tsx";
import { LIBRARY } from "./library.ts";
import type { LibraryUploads, Twin } from "./use-library-uploads.ts";

/** Files on their way that are shown one by one; the others are counted. */
const SHOWN = 6;

/** Uploads under way, refused ones with the reason, and files that were there before. */
export function UploadList({ uploads, folderId }: { uploads: LibraryUploads; folderId: number }) {
  const { pending, twins, round, isGoing } = uploads;
  if (pending.length === 0 && twins.length === 0) return null;
  const going = pending.filter((each) => !each.problem);
  const refused = pending.filter((each) => each.problem);
  const shown = [...going.slice(0, SHOWN), ...refused];
  const parts = going.reduce((sum, each) => sum + each.percent / 100, 0);
  const percent = round.all > 0 ? Math.floor(((round.done + parts) / round.all) * 100) : 0;
  return (
    <section className="o-upload md-uploads" aria-label="上传情况">
      {isGoing && (
        <div className="md-progress">
          <span role="status">
            正在上传，已完成 {round.done} / {round.all}
          </span>
          <Progress percent={percent} size="small" aria-label="全部文件的上传进度" />
          <Button size="small" onClick={() => uploads.stopAll()}>
            全部停止
          </Button>
        </div>
      )}
      <ul className="o-files" aria-label="上传中和未上传的文件">
        {shown.map((each) => (
          <Pending
            key={each.key}
            each={each}
            onRetry={(again) => uploads.retry(again, folderId)}
            onDismiss={uploads.dismiss}
          />
        ))}
      </ul>
      {going.length > SHOWN && <p className="o-note">另有 {going.length - SHOWN} 个文件等待上传</p>}
      {refused.length > 1 && (
        <Button
          size="small"
          className="md-clear"
          onClick={() => {
            for (const each of refused) uploads.dismiss(each.key);
          }}
        >
          清除 {refused.length} 条失败记录
        </Button>
      )}
      <ul className="o-files" aria-label="与已有文件相同">
        {twins.map((twin) => (
          <TwinRow key={twin.key} twin={twin} onSettle={() => uploads.settle(twin.key)} />
        ))}
      </ul>
    </section>
  );
}

/** The same bytes twice: one of them is enough, mostly. */
function TwinRow({ twin: { data, older }, onSettle }: { twin: Twin; onSettle: () => void }) {
  const keepOld = async () => {
    try {
      await call("DELETE", `${LIBRARY}/${data.fileId}`);
      notify.success("已保留原有文件");
      onSettle();
      await tellChange([LIBRARY]);
    } catch {
      // The refusal is on the screen already.
    }
  };
  return (
    <li className="o-file md-twin">
      <div className="o-file-main">
        <span className="o-file-name">「{data.name}」已上传，内容与已有文件相同</span>
        <p>
          已有：{older.name}，{older.createTime.slice(0, 16)} 上传
        </p>
      </div>
      <Button size="small" onClick={() => void keepOld()}>
        用已有的
      </Button>
      <Button type="text" size="small" onClick={onSettle}>
        都保留
      </Button>
    </li>
  );
}

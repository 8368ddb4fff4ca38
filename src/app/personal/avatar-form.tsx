import { type ChangeEvent, useEffect, useId, useRef, useState } from "react";
import { IMAGE_RULES, imageProblem } from "#src/lib/upload/upload-rules.ts";
import { WarningIcon } from "../../site/drawings/icons.tsx";
import { ApiError } from "../../site/session/http.ts";
import { callAsMember } from "../../site/session/member-session.ts";
import { avatarUrl, refreshVisitor, type VisitorUser } from "../../site/session/session.ts";
import { showToast } from "../../site/shell/toast.tsx";

/** Choose, look at it, keep it or not. */
export function AvatarForm({ user }: { readonly user: VisitorUser }) {
  const [chosen, setChosen] = useState<{ file: File; url: string }>();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();

  useEffect(() => {
    if (!chosen) return;
    return () => URL.revokeObjectURL(chosen.url);
  }, [chosen]);

  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // The same file may be chosen again after it was put away.
    event.target.value = "";
    if (!file) return;
    const wrong = imageProblem(file, IMAGE_RULES);
    setProblem(wrong);
    setChosen(wrong ? undefined : { file, url: URL.createObjectURL(file) });
  };

  const save = async () => {
    if (!chosen || isBusy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const body = new FormData();
      body.set("avatarfile", chosen.file);
      await callAsMember(user.userId, "POST", "/system/user/profile/avatar", { body });
      await refreshVisitor();
      setChosen(undefined);
      showToast("上传成功");
    } catch (error) {
      const isSaid = error instanceof ApiError && [401, 403, 500].includes(error.code);
      setProblem(isSaid ? error.message.replaceAll("<br/>", "") : "上传失败, 请重试");
    } finally {
      setBusy(false);
    }
  };

  return (
    <div className="avatar">
      <img src={chosen?.url ?? avatarUrl(user.avatar)} alt="我的头像" width={96} height={96} />
      <div>
        <input
          ref={input}
          type="file"
          className="sr-only"
          tabIndex={-1}
          aria-hidden="true"
          accept=".png,.jpg,.jpeg"
          onChange={choose}
        />
        <div className="avatar-buttons">
          {chosen ? (
            <>
              <button
                type="button"
                className="btn btn-primary btn-small"
                aria-disabled={isBusy}
                onClick={save}
              >
                {isBusy ? "正在上传" : "使用这张图"}
              </button>
              <button
                type="button"
                className="btn btn-outline btn-small"
                onClick={() => setChosen(undefined)}
              >
                取消
              </button>
            </>
          ) : (
            <button
              type="button"
              className="btn btn-outline btn-small"
              aria-describedby={id}
              onClick={() => input.current?.click()}
            >
              更换头像
            </button>
          )}
        </div>
        {problem ? (
          <p id={id} className="field-error" role="alert">
            <WarningIcon size={18} />
            <span>{problem}</span>
          </p>
        ) : (
          <p id={id} className="field-help">
            png、jpg 或 jpeg 图片，不超过 {IMAGE_RULES.maxMegabytes} MB，会裁成正方形
          </p>
        )}
      </div>
    </div>
  );
}

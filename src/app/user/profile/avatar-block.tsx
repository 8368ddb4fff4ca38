import { Button } from "antd";
import { lazy, Suspense, useRef, useState } from "react";
import { useStore } from "#src/lib/store.ts";
import { bootStore } from "#src/office/account/account.ts";
import { notify } from "#src/office/calls/notify.ts";
import { Avatar } from "#src/office/header/avatar.tsx";
import type { ProfileUser } from "./profile.ts";

const AvatarCrop = lazy(() => import("./avatar-crop.tsx"));

/** specification 5, image upload. */
const TYPES = ["image/png", "image/jpeg"];
const MAX_BYTES = 5 * 1024 * 1024;

/** The picture, and the way to another one. */
export function AvatarBlock({ user }: { user: ProfileUser }) {
  const boot = useStore(bootStore);
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File>();
  const shown = boot.state === "ready" ? boot.account.user : { ...user };

  const choose = (chosen: File | undefined) => {
    if (!chosen) return;
    if (!TYPES.includes(chosen.type)) notify.error("文件格式不正确, 请上传png/jpg/jpeg格式文件!");
    else if (chosen.size > MAX_BYTES) notify.error("上传头像图片大小不能超过 5 MB!");
    else setFile(chosen);
  };

  return (
    <div className="pf-avatar">
      <Avatar user={shown} size={96} />
      <Button size="small" onClick={() => input.current?.click()}>
        更换头像
      </Button>
      <span className="o-note">png、jpg、jpeg，不超过 5 MB</span>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="选择头像图片"
        accept=".png,.jpg,.jpeg"
        onChange={(event) => {
          choose(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
      {file && (
        <Suspense fallback={null}>
          <AvatarCrop file={file} onClose={() => setFile(undefined)} />
        </Suspense>
      )}
    </div>
  );
}

import { useState } from "react";
import { avatarUrl, type VisitorUser } from "../../site/session/session.ts";

/** The person's picture, or the first character of their name where there is none. */
export function Avatar({ user, size = 26 }: { user: VisitorUser; size?: number }) {
  const [broken, setBroken] = useState("");
  const name = user.nickName || user.userName;
  if (!user.avatar || broken === user.avatar) {
    return (
      <span
        className="o-avatar"
        aria-hidden="true"
        style={{ width: size, height: size, fontSize: size * 0.5 }}
      >
        {[...name][0]}
      </span>
    );
  }
  return (
    <img
      className="o-avatar"
      alt=""
      width={size}
      height={size}
      src={avatarUrl(user.avatar)}
      onError={() => setBroken(user.avatar)}
    />
  );
}

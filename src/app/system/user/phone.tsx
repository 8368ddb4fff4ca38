import { useState } from "react";
import { callName } from "#src/lib/people/account-words.ts";
import { useCan } from "#src/office/account/can.tsx";
import { call } from "#src/office/calls/http.ts";
import type { UserItem } from "./people.ts";

/** A masked number; 查看 shows it whole until the row is read again. Each look is logged. */
export function Phone({ row }: { row: UserItem }) {
  const can = useCan();
  const [shown, setShown] = useState<{ of: string; phone: string }>();
  const [isBusy, setBusy] = useState(false);
  const { userId, phonenumber } = row;
  if (phonenumber === "") return "—";
  if (shown?.of === `${userId}:${phonenumber}`) return shown.phone;
  if (!can.permi(["system:user:reveal"])) return phonenumber;
  const look = async () => {
    setBusy(true);
    try {
      const { data } = await call<{ data: { phonenumber: string } }>(
        "GET",
        `/system/user/reveal/${userId}`,
      );
      setShown({ of: `${userId}:${phonenumber}`, phone: data.phonenumber });
    } catch {
      // The refusal is on the screen already.
    } finally {
      setBusy(false);
    }
  };
  return (
    <span className="us-phone">
      {phonenumber}
      <button
        type="button"
        className="o-link"
        disabled={isBusy}
        aria-label={`查看「${callName(row)}」的完整手机号码，查看会留下记录`}
        title="查看会留下记录"
        onClick={() => void look()}
      >
        查看
      </button>
    </span>
  );
}

import { useQuery } from "@tanstack/react-query";
import { call } from "../../office/calls/http.ts";
import type { MembersNow as Now } from "../member/figures/wire.ts";
import { Figure } from "./figure.tsx";

/** Members of today and who joined this month, for those who see figures of members. */
export function MembersNow() {
  const { data } = useQuery({
    queryKey: ["/api/bll/member/figures", "now"],
    queryFn: () => call<{ data: Now }>("GET", "/api/bll/member/figures/now", { isQuiet: true }),
    meta: { isQuiet: true },
  });
  if (!data) return null;
  const { valid, grace, lapsed, joinedThisMonth } = data.data;
  return (
    <>
      <Figure title="有效会员" value={valid} unit="位" note="会籍在今天有效" />
      <Figure title="宽限期会员" value={grace} unit="位" note="到期 90 天以内" />
      <Figure title="已过期会员" value={lapsed} unit="位" note="到期超过 90 天" />
      <Figure title="本月入会" value={joinedThisMonth} unit="位" note="按入会日期计" />
    </>
  );
}

import { useQuery } from "@tanstack/react-query";
import { Select } from "antd";
import { useState } from "react";
import { call } from "#src/office/calls/http.ts";
import { ENTITY } from "./entity.ts";
import type { AccountChoice } from "./wire.ts";

/** Fewer characters would find half of all accounts. */
const LEAST = 2;

/** The account of an expert, found by name, log-in name or whole phone number. */
export function AccountField({
  id,
  value,
  onChange,
}: {
  id?: string;
  value?: number;
  onChange?: (value: number) => void;
}) {
  const [keyword, setKeyword] = useState("");
  const { data = [], isFetching } = useQuery({
    queryKey: [ENTITY.path, "accounts", keyword],
    enabled: keyword.trim().length >= LEAST,
    queryFn: async () =>
      (
        await call<{ data: AccountChoice[] }>("GET", `${ENTITY.path}/accounts`, {
          query: { keyword: keyword.trim() },
        })
      ).data,
  });
  return (
    <Select
      {...(id ? { id } : {})}
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      value={value ? value : null}
      placeholder="输入姓名、登录账号或手机号码查找"
      loading={isFetching}
      notFoundContent={
        keyword.trim().length < LEAST ? `请输入至少 ${LEAST} 个字` : "没有找到这个账号"
      }
      options={data.map(({ userId, nickName, userName }) => ({
        value: userId,
        label: `${nickName}（${userName}）`,
      }))}
      onChange={(next: number) => onChange?.(next)}
    />
  );
}

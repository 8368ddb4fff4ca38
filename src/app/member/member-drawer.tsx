import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import type { ReactNode } from "react";
import { call } from "#src/office/calls/http.ts";
import { Reveal } from "#src/office/form/reveal.tsx";
import { savePdf } from "#src/office/list/export-file.ts";
import { Fact, RecordDrawer } from "#src/office/list/record-drawer.tsx";
import type { MemberWhole } from "./wire.ts";

export const MEMBER_PATH = "/api/bll/member";

/** All that is known of one member, to read. */
export function MemberDrawer({ memberId, onClose }: { memberId: number; onClose: () => void }) {
  const { data } = useQuery({
    queryKey: [MEMBER_PATH, memberId],
    queryFn: ({ signal }) =>
      call<{ data: MemberWhole }>("GET", `${MEMBER_PATH}/${memberId}`, { signal }),
  });
  const row = data?.data;
  return (
    <RecordDrawer title={row ? `${row.name}（${row.memberNo}）` : "会员"} onClose={onClose}>
      {row && <Facts row={row} />}
    </RecordDrawer>
  );
}

function Facts({ row }: { row: MemberWhole }) {
  const masked = (field: "idNo" | "phone" | "email", label: string) => (
    <Reveal
      path={MEMBER_PATH}
      permi="member:member:reveal"
      id={row.id}
      field={field}
      label={label}
      of={row.name}
      masked={row[field]}
    />
  );
  return (
    <>
      <Fact title="级别">{row.levelName}</Fact>
      <Fact title="状态">{row.stateName}</Fact>
      <Fact title="会籍">
        {row.validFrom ? `${row.validFrom} 至 ${row.validTo}` : "没有有效的会籍"}
      </Fact>
      <Fact title="入会日期">{row.joinedOn}</Fact>
      {row.memberType === "02" ? (
        <Fact title="统一社会信用代码">{row.creditCode || "—"}</Fact>
      ) : (
        <Fact title="证件号码">{masked("idNo", "证件号码")}</Fact>
      )}
      <Fact title="手机号码">{masked("phone", "手机号码")}</Fact>
      <Fact title="邮箱">{masked("email", "邮箱")}</Fact>
      <Fact title="地区">{row.regionName || "—"}</Fact>
      {row.workUnit && <Fact title="工作单位">{row.workUnit}</Fact>}
      {row.address && <Fact title="通信地址">{row.address}</Fact>}
      <Fact title="分支机构">{row.branchName || "—"}</Fact>
      <Fact title="网站账号">{row.hasAccount ? "已有" : "还没有"}</Fact>
      <Fact title="公开名录">{row.directoryVisible ? "同意公开" : "不公开"}</Fact>
      {row.mergedInto && <Fact title="已合并到">{row.mergedInto}</Fact>}
      {row.manualReason && (
        <Fact title="办理原因" isWide>
          {row.manualReason}
        </Fact>
      )}
      <Rows title="历年会籍" empty="没有会籍记录">
        {row.terms.map((term) => (
          <li key={term.id}>
            {term.fromOn} 至 {term.toOn}　{term.levelName}
            {term.isVoid && "（已作废）"}
          </li>
        ))}
      </Rows>
      <Rows title="任职" empty="没有任职">
        {row.posts.map((each) => (
          <li key={each.id}>
            {each.fromOn} 至 {each.toOn}　{each.periodName}
            {each.postName}
            {each.endReason && `（提前卸任：${each.endReason}）`}
          </li>
        ))}
      </Rows>
      <Rows title="证书" empty="没有证书">
        {row.certificates.map((each) => (
          <li key={each.id}>
            {each.issuedOn} 签发，有效期至 {each.toOn}
            {each.isRevoked ? (
              `（已撤销：${each.revokeReason}）`
            ) : (
              <Button
                type="link"
                size="small"
                onClick={() =>
                  void savePdf(
                    `${MEMBER_PATH}/certificate/pdf/${each.code}`,
                    `会员证书 ${row.memberNo}`,
                  )
                }
              >
                下载
              </Button>
            )}
          </li>
        ))}
      </Rows>
      <Rows title="缴费" empty="没有缴费记录">
        {row.payments.map((each) => (
          <li key={each.id}>
            {each.payTime.slice(0, 10)}　{each.received} 元　{each.applyNo}
            {each.bankSerial && `　流水号 ${each.bankSerial}`}
          </li>
        ))}
      </Rows>
      <Rows title="申请" empty="没有申请记录">
        {row.signs.map((each) => (
          <li key={each.id}>
            {each.createTime.slice(0, 10)}　{each.applyNo}　{each.kindName}　{each.stateName}
          </li>
        ))}
      </Rows>
      <Rows title="办理记录" empty="没有办理记录">
        {row.history.map((each) => (
          <li key={`${each.createTime} ${each.name}`}>
            {each.createTime.slice(0, 16)}　{each.name}　{each.nickName}
            {each.opinion && `　${each.opinion}`}
          </li>
        ))}
      </Rows>
    </>
  );
}

function Rows({
  title,
  empty,
  children,
}: {
  title: string;
  empty: string;
  children: readonly ReactNode[];
}) {
  return (
    <Fact title={title} isWide>
      {children.length > 0 ? <ul className="rd-list">{children}</ul> : empty}
    </Fact>
  );
}

import { useQuery } from "@tanstack/react-query";
import { nameOfCorrectionState } from "#src/lib/membership/correction-life.ts";
import { call } from "#src/office/calls/http.ts";
import { Reveal } from "#src/office/form/reveal.tsx";
import { Fact, LongText, RecordDrawer } from "#src/office/list/record-drawer.tsx";
import type { CorrectionDetail } from "./wire.ts";
import "./correction.css";

export const PATH = "/api/bll/member/correction";

export const useCorrection = (id: number) =>
  useQuery({
    queryKey: [PATH, id],
    queryFn: ({ signal }) => call<{ data: CorrectionDetail }>("GET", `${PATH}/${id}`, { signal }),
  }).data?.data;

/** All of one request, to read. */
export function CorrectionDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const row = useCorrection(id);
  return (
    <RecordDrawer
      title={row ? `资料更正：${row.memberName}（${row.memberNo}）` : "资料更正"}
      onClose={onClose}
    >
      {row && (
        <>
          <Fact title="状态">{nameOfCorrectionState(row.state)}</Fact>
          <Fact title="提交时间">{row.createTime}</Fact>
          <Sides row={row} />
          {row.decidedAt && <Fact title="办理时间">{row.decidedAt}</Fact>}
          {row.opinion && (
            <Fact title="答复" isWide>
              <LongText text={row.opinion} />
            </Fact>
          )}
        </>
      )}
    </RecordDrawer>
  );
}

/** What the register has beside what it is to have, why, and by what proof. */
export function Sides({ row }: { row: CorrectionDetail }) {
  return (
    <>
      {row.changes.map(({ field, label, before, after, isMasked }) => (
        <Fact key={field} title={label} isWide>
          <span className="o-note">
            {before || (row.state === "asked" ? "没有登记" : "原登记内容不再保留")}
          </span>
          {" → "}
          {isMasked ? (
            <Reveal
              path={PATH}
              permi="member:correction:decide"
              id={row.id}
              field={field}
              label={label}
              of={row.memberName}
              masked={after}
            />
          ) : (
            <b>{after}</b>
          )}
        </Fact>
      ))}
      <Fact title="原因" isWide>
        <LongText text={row.reason} />
      </Fact>
      <Fact title="证明材料" isWide>
        {row.files.length === 0
          ? "已随账号注销删除"
          : row.files.map(({ url, name }) => (
              <a key={name} href={url} target="_blank" rel="noreferrer">
                {name}{" "}
              </a>
            ))}
      </Fact>
    </>
  );
}

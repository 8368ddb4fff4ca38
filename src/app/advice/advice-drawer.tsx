import { useQuery } from "@tanstack/react-query";
import { nameOfAdviceState, nameOfAdviceStep } from "#src/lib/advice/advice-life.ts";
import { TOPICS } from "#src/lib/advice/form.ts";
import { call } from "#src/office/calls/http.ts";
import { DictKind } from "#src/office/form/dict.tsx";
import { Reveal } from "#src/office/form/reveal.tsx";
import { Fact, LongText, RecordDrawer } from "#src/office/list/record-drawer.tsx";
import { PATH } from "./drawers.tsx";
import type { AdviceDetail } from "./wire.ts";
import "./advice-drawer.css";

/** All of one request for advice, to read. */
export function AdviceDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const { data } = useQuery({
    queryKey: [PATH, id],
    queryFn: ({ signal }) => call<{ data: AdviceDetail }>("GET", `${PATH}/${id}`, { signal }),
  });
  const row = data?.data;
  return (
    <RecordDrawer title={row ? `咨询 ${row.adviceNo}` : "咨询"} onClose={onClose}>
      {row && <Facts row={row} />}
    </RecordDrawer>
  );
}

function Facts({ row }: { row: AdviceDetail }) {
  return (
    <>
      <Fact title="状态">{nameOfAdviceState(row.state)}</Fact>
      <Fact title="主题">
        <DictKind type={TOPICS} value={row.topic} />
      </Fact>
      <Fact title="称呼">{row.name}</Fact>
      <Fact title="手机号">
        <Reveal
          path={PATH}
          permi="content:advice:reveal"
          id={row.id}
          field="phone"
          label="手机号"
          of={row.name}
          masked={row.phone}
        />
      </Fact>
      <Fact title="提交时间">{row.createTime}</Fact>
      <Fact title="应答复时间">{row.dueAt}</Fact>
      <Fact title="网站账号">{row.hasAccount ? "有" : "没有"}</Fact>
      <Fact title="办理人">{row.handler || "—"}</Fact>
      <Fact title={row.isUrgent ? "内容（含紧急词，请尽快联系）" : "内容"} isWide>
        <LongText text={row.content} />
      </Fact>
      <Fact title={row.answeredAt ? `答复（${row.answeredAt}）` : "答复"} isWide>
        <LongText text={row.answer} />
      </Fact>
      <Fact title="经过" isWide>
        <ol className="advice-history">
          {row.history.map(({ action, nickName, opinion, createTime }) => (
            <li key={`${createTime} ${action}`}>
              {`${createTime} ${nickName} ${nameOfAdviceStep(action)}`}
              {opinion ? `：${opinion}` : ""}
            </li>
          ))}
        </ol>
      </Fact>
    </>
  );
}

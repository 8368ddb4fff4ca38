import { useMutation, useQuery } from "@tanstack/react-query";
import { Button, Drawer, Input } from "antd";
import { useState } from "react";
import { KIND_NAMES, type SignKind, TYPE_NAMES } from "#src/lib/membership/fees.ts";
import type { MemberType } from "#src/lib/membership/form.ts";
import { checkMoney, fenOf, moneyShown, moneyText } from "#src/lib/text/money.ts";
import { fieldTexts, report } from "#src/office/calls/http.ts";
import { useCarefulClose } from "#src/office/layers/use-careful-close.ts";
import { useIsMobile } from "#src/office/shell/use-media.ts";
import { confirmLines, findPayables, STATEMENT } from "./calls.ts";
import { voucherText } from "./line-columns.tsx";
import type { Candidate, LineRow, MatchResult } from "./wire.ts";

type Part = { candidate: Candidate; amount: string };

const fenIn = (amount: string): number => fenOf(amount) ?? 0;

/** What an application still needs, but no more than is there. */
const shareOf = ({ leftAmount }: Candidate, rest: number): string =>
  moneyText(Math.max(0, Math.min(fenIn(leftAmount), rest)));

/** The applications that are proposed: one takes the whole line, of several each what is due. */
function firstParts({ kind, candidates, leftAmount }: LineRow): Part[] {
  const [one] = candidates;
  if (!one) return [];
  if (candidates.length === 1) return [{ candidate: one, amount: leftAmount }];
  return kind === "likely"
    ? candidates.map((candidate) => ({ candidate, amount: candidate.leftAmount }))
    : [];
}

/** One line for one application or several: chosen by hand, each with its amount. */
export function MatchDrawer({
  row,
  onClose,
  onDone,
}: {
  row: LineRow;
  onClose: () => void;
  onDone: (results: MatchResult[]) => void;
}) {
  const isMobile = useIsMobile();
  const [parts, setParts] = useState(() => firstParts(row));
  const [isChanged, setChanged] = useState(false);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const { close, settle } = useCarefulClose(
    isChanged,
    { title: "放弃选好的申请？", text: "这笔流水还没有确认，关闭后要重新选择。" },
    onClose,
  );
  const total = fenIn(row.leftAmount);
  const used = parts.reduce((sum, { amount }) => sum + fenIn(amount), 0);
  const rest = total - used;
  const change = (next: Part[]) => {
    setParts(next);
    setChanged(true);
    setProblems({});
  };
  const saving = useMutation({
    mutationFn: () =>
      confirmLines([
        {
          lineId: row.id,
          parts: parts.map(({ candidate, amount }) => ({ signId: candidate.signId, amount })),
        },
      ]),
    onSuccess: (results) => {
      settle();
      onDone(results);
    },
    onError: (error) => {
      const texts = fieldTexts(error);
      if (texts) setProblems(texts);
      else report(error);
    },
  });
  const refusals = parts.filter(({ candidate }) => candidate.refusal !== "");
  const go = () => {
    const wrong = Object.fromEntries(
      parts.flatMap(({ candidate: { signId }, amount }) => {
        const problem = amount.trim() === "" ? "请填写金额" : checkMoney(amount);
        return problem ? [[`amount.${signId}`, problem]] : [];
      }),
    );
    setProblems(wrong);
    if (Object.keys(wrong).length === 0 && !saving.isPending) saving.mutate();
  };
  const others = row.candidates.filter(
    ({ signId }) => !parts.some(({ candidate }) => candidate.signId === signId),
  );
  return (
    <Drawer
      open
      size={isMobile ? "100%" : 640}
      title={`匹配：${row.payerName || "未写付款人"} ${row.amount} 元`}
      onClose={() => void close()}
      footer={
        <div className="cr-foot">
          <span className={rest < 0 ? "st-bad" : "o-note"} role="status">
            {rest < 0
              ? `超出 ${moneyShown(-rest)} 元`
              : `用去 ${moneyShown(used)} 元，余 ${moneyShown(rest)} 元`}
          </span>
          <Button onClick={() => void close()}>取消</Button>
          <Button
            type="primary"
            loading={saving.isPending}
            disabled={parts.length === 0 || rest < 0 || refusals.length > 0}
            onClick={go}
          >
            确认到账
          </Button>
        </div>
      }
    >
      <dl className="st-line">
        {(
          [
            ["到账时间", row.paidAt],
            [
              "付款人",
              [row.payerName, row.payerTail && `尾号 ${row.payerTail}`].filter(Boolean).join(" "),
            ],
            ["附言", row.remark],
            ["流水号", row.serial],
            ["银行", row.bankName],
            ["提示", row.why],
          ] as const
        )
          .filter(([, text]) => text)
          .map(([name, text]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
      </dl>
      <h2 className="st-h">用于申请</h2>
      {parts.length === 0 && <p className="o-note">请从下面选择，或按名称、申请号查找。</p>}
      <ul className="st-parts">
        {parts.map(({ candidate, amount }) => (
          <PartRow
            key={candidate.signId}
            part={{ candidate, amount }}
            problem={problems[`amount.${candidate.signId}`]}
            onAmount={(next) =>
              change(
                parts.map((part) =>
                  part.candidate === candidate ? { candidate, amount: next } : part,
                ),
              )
            }
            onRemove={() => change(parts.filter((part) => part.candidate !== candidate))}
          />
        ))}
      </ul>
      <Finder
        proposed={others}
        chosen={parts.map(({ candidate }) => candidate.signId)}
        onChoose={(candidate) =>
          change([
            ...parts,
            {
              candidate,
              amount:
                parts.length === 0 && fenIn(candidate.leftAmount) >= total
                  ? row.leftAmount
                  : shareOf(candidate, Math.max(0, rest)),
            },
          ])
        }
      />
    </Drawer>
  );
}

const kindText = ({ memberType, kind }: Candidate): string =>
  `${TYPE_NAMES[memberType as MemberType]}${KIND_NAMES[kind as SignKind]}`;

function PartRow({
  part: { candidate, amount },
  problem,
  onAmount,
  onRemove,
}: {
  part: Part;
  problem: string | undefined;
  onAmount: (amount: string) => void;
  onRemove: () => void;
}) {
  const over = fenIn(amount) - fenIn(candidate.leftAmount);
  return (
    <li>
      <div>
        <b>{candidate.name}</b> <span className="o-note">{candidate.applyNo}</span>
        <span className="st-sub">
          {kindText(candidate)} · 还应缴 {candidate.leftAmount} 元 · {voucherText(candidate)}
        </span>
        {candidate.refusal && <span className="st-bad">{candidate.refusal}</span>}
        {over > 0 && <span className="st-bad">多缴 {moneyShown(over)} 元，确认后可办理退款</span>}
        {over < 0 && fenIn(amount) > 0 && (
          <span className="st-sub">还差 {moneyShown(-over)} 元，将通知补缴</span>
        )}
      </div>
      <div className="st-amount">
        <Input
          inputMode="decimal"
          maxLength={20}
          suffix="元"
          aria-label={`用于${candidate.name}的金额`}
          aria-invalid={problem !== undefined}
          status={problem ? "error" : ""}
          value={amount}
          onChange={({ target }) => onAmount(target.value)}
        />
        <Button type="link" size="small" aria-label={`去掉${candidate.name}`} onClick={onRemove}>
          去掉
        </Button>
      </div>
      {problem && (
        <p className="o-problem" role="alert">
          {problem}
        </p>
      )}
    </li>
  );
}

/** Applications that are proposed, or found by name and number. */
function Finder({
  proposed,
  chosen,
  onChoose,
}: {
  proposed: readonly Candidate[];
  chosen: readonly number[];
  onChoose: (candidate: Candidate) => void;
}) {
  const [keyword, setKeyword] = useState("");
  const asked = keyword.trim();
  const { data = [], isFetching } = useQuery({
    queryKey: [STATEMENT, "payables", asked],
    queryFn: ({ signal }) => findPayables(asked, signal),
    enabled: asked !== "",
    meta: { isQuiet: true },
  });
  const shown = (asked === "" ? proposed : data).filter(({ signId }) => !chosen.includes(signId));
  return (
    <section aria-label="查找申请">
      <h2 className="st-h">另选，或分给几份申请</h2>
      <Input.Search
        allowClear
        maxLength={50}
        loading={isFetching}
        aria-label="查找待缴费的申请"
        placeholder="名称、申请号、附言码或信用代码"
        value={keyword}
        onChange={({ target }) => setKeyword(target.value)}
      />
      <ul className="st-found">
        {shown.map((candidate) => (
          <li key={candidate.signId}>
            <span>
              <b>{candidate.name}</b> <span className="o-note">{candidate.applyNo}</span>
              <span className="st-sub">
                {kindText(candidate)} · 还应缴 {candidate.leftAmount} 元 · {voucherText(candidate)}
              </span>
            </span>
            <Button
              size="small"
              disabled={candidate.refusal !== ""}
              title={candidate.refusal}
              aria-label={`选择${candidate.name} ${candidate.applyNo}`}
              onClick={() => onChoose(candidate)}
            >
              选择
            </Button>
          </li>
        ))}
      </ul>
      {asked !== "" && !isFetching && shown.length === 0 && (
        <p className="o-note">没有找到待缴费的申请。</p>
      )}
    </section>
  );
}

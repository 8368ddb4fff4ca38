import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useState } from "react";
import { moneyShown } from "#src/lib/text/money.ts";
import { useCan } from "#src/office/account/can.tsx";
import { report } from "#src/office/calls/http.ts";
import { notify } from "#src/office/calls/notify.ts";
import { ChoiceBar } from "#src/office/list/bulk-bar.tsx";
import { useLook } from "#src/office/list/crud-tools.tsx";
import type { Entity, RowAction } from "#src/office/list/crud-types.ts";
import { ListFrame } from "#src/office/list/list-frame.tsx";
import { ListRows } from "#src/office/list/list-rows.tsx";
import { SavedFilters } from "#src/office/list/saved-filters.tsx";
import { useList } from "#src/office/list/use-list.ts";
import { useRowChoice } from "#src/office/list/use-row-choice.ts";
import { useIsMobile } from "#src/office/shell/use-media.ts";
import { AsideDialog } from "./aside-dialog.tsx";
import {
  confirmLines,
  readCounts,
  STATEMENT,
  takeBack,
  tellMatches,
  type Wanted,
} from "./calls.ts";
import { LINE_COLUMNS, LINE_FILTERS, LineFacts, presetsOf } from "./line-columns.tsx";
import { MatchDrawer } from "./match-drawer.tsx";
import { type Outcome, OutcomeDialog } from "./outcome-dialog.tsx";
import type { LineRow, MatchResult } from "./wire.ts";

const ENTITY: Entity<LineRow> = {
  noun: "流水",
  unit: "笔",
  path: STATEMENT,
  permi: "finance:statement",
  id: "id",
  name: "payerName",
  nameOf: ({ payerName, amount }) => `${payerName} ${amount} 元`,
};

const MATCH = "finance:statement:match";
const PAGE_SIZE = 100;

/** May be confirmed as it is proposed: all its applications by this person, and for what is there. */
const isReady = ({ state, kind, candidates }: LineRow): boolean =>
  state === 0 &&
  (kind === "sure" || kind === "likely") &&
  candidates.length > 0 &&
  candidates.every(({ refusal }) => refusal === "");

/** The whole line for one application; of several each what is due. */
const wantedOf = ({ id, leftAmount, candidates }: LineRow): Wanted => ({
  lineId: id,
  parts: candidates.map((candidate) => ({
    signId: candidate.signId,
    amount: candidates.length === 1 ? leftAmount : candidate.leftAmount,
  })),
});

/** Lines beside the applications that they may be for; what is sure is ticked. */
export default function MatchPage({ statementId }: { statementId: number }) {
  const can = useCan();
  const isMobile = useIsMobile();
  const mayMatch = can.permi([MATCH]);
  const list = useList<LineRow>({ path: STATEMENT, list: "lines" }, LINE_FILTERS, {
    fixed: { statementId: String(statementId) },
    pageSize: PAGE_SIZE,
    isLive: true,
  });
  const look = useLook(`${STATEMENT}/lines`, LINE_COLUMNS);
  const [round, setRound] = useState(0);
  const choice = useRowChoice(
    list.rows,
    (row) => row.id as string | number,
    `${list.question}#${round}`,
    (row) => mayMatch && row.kind === "sure" && isReady(row),
  );
  const { data: counts } = useQuery({
    queryKey: [STATEMENT, "lineCounts", statementId],
    queryFn: () => readCounts(statementId),
    meta: { isQuiet: true },
  });
  const [opened, setOpened] = useState<LineRow>();
  const [aside, setAside] = useState<readonly LineRow[]>();
  const [outcome, setOutcome] = useState<Outcome>();
  const [progress, setProgress] = useState<string>();

  const show = async (rows: readonly LineRow[], results: readonly MatchResult[]) => {
    const byId = new Map(rows.map((row) => [row.id, row]));
    const done = results.filter(({ ok }) => ok);
    const next: Outcome = {
      done: done.length,
      refused: results.flatMap(({ lineId, ok, msg }) => {
        const row = byId.get(lineId);
        return ok || !row ? [] : [{ row, msg }];
      }),
      short: done.flatMap(({ signs }) => signs.filter(({ leftAmount }) => Number(leftAmount) > 0)),
      over: done.flatMap(({ signs }) => signs.filter(({ leftAmount }) => Number(leftAmount) < 0)),
    };
    if (next.refused.length + next.short.length + next.over.length > 0) setOutcome(next);
    else notify.success(`已确认 ${next.done} 笔流水`);
    setRound(round + 1);
    await tellMatches();
  };

  const ready = choice.rows.filter(isReady);
  const confirm = async () => {
    if (progress !== undefined || ready.length === 0) return;
    setProgress(`正在确认 0 / ${ready.length}`);
    try {
      const results = await confirmLines(ready.map(wantedOf), (count) =>
        setProgress(`正在确认 ${count} / ${ready.length}`),
      );
      await show(ready, results);
    } catch (error) {
      report(error);
      await tellMatches();
    } finally {
      setProgress(undefined);
    }
  };
  const back = async (row: LineRow) => {
    const { msg } = await takeBack([row.id]);
    notify.success(msg);
    await tellMatches();
  };

  const actionsOf = (row: LineRow): RowAction<LineRow>[] => {
    if (row.state === 2) {
      return [
        {
          key: "back",
          label: "恢复",
          permi: MATCH,
          run: (each) => void back(each).catch(() => undefined),
        },
      ];
    }
    if (row.state === 1) return [];
    return [
      { key: "match", label: "匹配", permi: MATCH, run: setOpened },
      { key: "aside", label: "不是会费", permi: MATCH, run: (each) => setAside([each]) },
    ];
  };
  const open = choice.rows.filter(({ state }) => state === 0);

  return (
    <>
      <ListFrame
        className="st"
        title="流水匹配"
        presets={
          <SavedFilters
            page="finance/statement/index"
            presets={presetsOf(counts)}
            query={list.values}
            onPick={list.search}
          />
        }
        list={list}
        look={look}
        choice={{ size: choice.size, clear: choice.clear }}
        empty={{ noun: "流水", hint: "导入银行流水后，待匹配的收入会显示在这里。" }}
        hints={[
          [["J", "K"], "移动"],
          [["X"], "勾选"],
          [["↵"], "匹配"],
        ]}
        bulk={
          mayMatch &&
          choice.size > 0 && (
            <ChoiceBar
              said={progress ?? `已选 ${choice.size} 笔`}
              isShort={isMobile}
              onClear={choice.clear}
            >
              {ready.length > 0 && (
                <Button
                  type="primary"
                  size={isMobile ? "middle" : "small"}
                  loading={progress !== undefined}
                  onClick={() => void confirm()}
                >
                  确认到账 {ready.length} 笔，{sumOf(ready)} 元
                </Button>
              )}
              {open.length > 0 && (
                <Button size={isMobile ? "middle" : "small"} onClick={() => setAside(open)}>
                  不是会费
                </Button>
              )}
            </ChoiceBar>
          )
        }
      >
        {(scroller) => (
          <ListRows
            entity={ENTITY}
            columns={look.shown}
            density={look.density}
            list={list}
            choice={choice}
            hasBoxes={mayMatch}
            actions={actionsOf}
            onOpen={(row) => {
              if (mayMatch && row.state === 0) setOpened(row);
            }}
            scroller={scroller}
            factsOf={(row) => <LineFacts row={row} />}
          />
        )}
      </ListFrame>
      {opened && (
        <MatchDrawer
          row={opened}
          onClose={() => setOpened(undefined)}
          onDone={(results) => {
            setOpened(undefined);
            void show([opened], results);
          }}
        />
      )}
      {aside && (
        <AsideDialog
          rows={aside}
          onClose={() => setAside(undefined)}
          onDone={() => {
            setAside(undefined);
            setRound(round + 1);
            void tellMatches();
          }}
        />
      )}
      {outcome && <OutcomeDialog outcome={outcome} onClose={() => setOutcome(undefined)} />}
    </>
  );
}

const sumOf = (rows: readonly LineRow[]): string =>
  moneyShown(rows.reduce((sum, { leftAmount }) => sum + Math.round(Number(leftAmount) * 100), 0));

import { Input, Select } from "antd";
import { useState } from "react";
import { CASE_RESULTS } from "#src/lib/declare/meeting-life.ts";
import { AWARDS } from "#src/lib/declare/words.ts";
import { fieldTexts, report } from "#src/office/calls/http.ts";
import { tellChange } from "#src/office/calls/queries.ts";
import { ShellLink } from "#src/office/menu/shell-link.tsx";
import type { Case, MeetingSheet } from "../wire.ts";
import { MEETING, saveVote, tellMeetings } from "./calls.ts";

const choices = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

/** The declarations of a sheet in their order, with votes and result. */
export function CaseTable({ sheet }: { sheet: MeetingSheet }) {
  const { cases, meeting, asksAward } = sheet;
  const mayVote = meeting?.allowed.includes("vote") ?? false;
  const isFrozen = meeting !== null && meeting.state > 0;
  if (cases.length === 0) return null;
  return (
    <section className="pn-card">
      <h2>
        {isFrozen ? `终审表（${cases.length} 件）` : `待终审（${cases.length} 件），按当前排名`}
      </h2>
      {mayVote ? <p className="pn-note">每填一项即保存。通过须同意票超过到会委员的半数。</p> : null}
      <div className="pn-scroll">
        <table>
          <thead>
            <tr>
              {[
                "名次",
                "题目",
                "类别",
                "得分",
                "同意",
                "反对",
                "弃权",
                "结果",
                ...(asksAward ? ["获奖等级"] : []),
                "意见",
              ].map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {cases.map((row) => (
              <CaseRow
                // Frozen anew it is another case, on which nobody has voted.
                key={`${row.itemId}:${row.id}`}
                row={row}
                sheet={sheet}
                mayVote={mayVote && !row.isOwn}
              />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

type Texts = {
  agree: string;
  against: string;
  abstain: string;
  result: string;
  award: string;
  opinion: string;
};

const textsOf = (row: Case): Texts => ({
  agree: row.agree === null ? "" : String(row.agree),
  against: row.against === null ? "" : String(row.against),
  abstain: row.abstain === null ? "" : String(row.abstain),
  result: row.result,
  award: row.award,
  opinion: row.opinion,
});

const NAMES = ["agree", "against", "abstain", "result", "award", "opinion"] as const;

/** The fields of `texts` that `other` has otherwise. */
const changedIn = (texts: Texts, other: Texts): Partial<Texts> =>
  Object.fromEntries(
    NAMES.filter((name) => texts[name] !== other[name]).map((name) => [name, texts[name]]),
  );

const VOTES = [
  ["agree", "同意"],
  ["against", "反对"],
  ["abstain", "弃权"],
] as const;

function CaseRow({ row, sheet, mayVote }: { row: Case; sheet: MeetingSheet; mayVote: boolean }) {
  const [texts, setTexts] = useState(() => textsOf(row));
  const [seen, setSeen] = useState(row);
  // What a colleague has noted meanwhile is taken over where nothing else is being typed.
  if (seen !== row) {
    setSeen(row);
    setTexts({ ...textsOf(row), ...changedIn(texts, textsOf(seen)) });
  }
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const { asksAward, meeting } = sheet;
  const save = async (next: Texts) => {
    // Only what is said anew: the rest is as a colleague may have left it since.
    const said = changedIn(next, textsOf(row));
    if (Object.keys(said).length === 0) return setProblems({});
    try {
      await saveVote({ id: meeting?.id, caseId: row.id, ...said });
      setProblems({});
      await tellChange([MEETING]);
    } catch (failure) {
      const found = fieldTexts(failure);
      if (found) return setProblems(found);
      report(failure);
      await tellMeetings();
    }
  };
  const change = (next: Partial<Texts>) => {
    setTexts({ ...texts, ...next });
    setProblems({});
  };
  const choose = (next: Partial<Texts>) => {
    change(next);
    void save({ ...texts, ...next });
  };
  const [problem] = Object.values(problems);
  return (
    <tr>
      <td className="pn-num">{row.place || "—"}</td>
      <th scope="row">
        <ShellLink to={`/declaration/detail/${row.itemId}`} title={row.title}>
          {row.title}
        </ShellLink>
        <span className="pn-note">{`${row.itemNo} · ${row.unitName}`}</span>
        {row.related.length > 0 ? (
          <span className="pn-late">{`到会委员 ${row.related.join("、")} 与本件有关，应当回避`}</span>
        ) : null}
        {row.isOwn && sheet.meeting?.allowed.includes("vote") ? (
          <span className="pn-late">您申报或共同填写的项目，请由其他同事登记表决</span>
        ) : null}
        {problem ? (
          <span className="o-problem" role="alert">
            {problem}
          </span>
        ) : null}
      </th>
      <td>{row.category}</td>
      <td className="pn-num">
        <b>{row.score || "—"}</b>
        <span className="pn-note">{`分差 ${row.spread || "—"}`}</span>
      </td>
      {VOTES.map(([name, label]) => (
        <td key={name} className="pn-num">
          {mayVote ? (
            <Input
              className="mt-votes"
              inputMode="numeric"
              maxLength={2}
              aria-label={`「${row.title}」${label}票数`}
              status={problems[name] ? "error" : ""}
              value={texts[name]}
              onChange={({ target }) => change({ [name]: target.value })}
              onBlur={() => void save(texts)}
            />
          ) : (
            (row[name] ?? "—")
          )}
        </td>
      ))}
      <td>
        {mayVote ? (
          <Select
            className="mt-result"
            aria-label={`「${row.title}」表决结果`}
            status={problems.result ? "error" : ""}
            allowClear
            placeholder="请选择"
            value={texts.result || null}
            options={choices(CASE_RESULTS)}
            onChange={(result: string | null) => choose({ result: result ?? "" })}
          />
        ) : (
          <>
            {row.result === "pass" || row.result === "refuse" ? CASE_RESULTS[row.result] : "—"}
            {row.isCarried ? <span className="pn-note">{row.stateName}</span> : null}
          </>
        )}
      </td>
      {asksAward ? (
        <td>
          {mayVote ? (
            <Select
              className="mt-result"
              aria-label={`「${row.title}」获奖等级`}
              allowClear
              placeholder="请选择"
              value={texts.award || null}
              options={choices(AWARDS)}
              onChange={(award: string | null) => choose({ award: award ?? "" })}
            />
          ) : (
            (AWARDS[row.award] ?? "—")
          )}
        </td>
      ) : null}
      <td>
        {mayVote ? (
          <Input.TextArea
            className="mt-opinion"
            autoSize={{ minRows: 1, maxRows: 4 }}
            maxLength={500}
            aria-label={`「${row.title}」委员会意见`}
            placeholder="不通过的，申报人会看到"
            value={texts.opinion}
            onChange={({ target }) => change({ opinion: target.value })}
            onBlur={() => choose({ opinion: texts.opinion.trim() })}
          />
        ) : (
          row.opinion || "—"
        )}
      </td>
    </tr>
  );
}

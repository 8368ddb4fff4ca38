import type { BatchChecked } from "./batch/wire.ts";

/** What became of each line of the list, those that need looking at first. */
export function BatchLines({ checked: { lines, good, bad, total } }: { checked: BatchChecked }) {
  const sorted = lines.toSorted(
    (a, b) => Number(a.problem === "") - Number(b.problem === "") || a.line - b.line,
  );
  return (
    <section className="rn-lines" aria-label="核对结果">
      <p role="status">
        可续会 <b>{good}</b> 位，共 <b>{total}</b> 元
        {bad > 0 && (
          <>
            ；<span className="rn-bad">{bad} 行有问题，发起时会跳过</span>
          </>
        )}
      </p>
      <ol>
        {sorted.map((each, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a list may name somebody twice in one line
          <li key={at}>
            <span className="rn-line">第 {each.line} 行</span>
            <span>
              {each.name || each.text}
              {each.memberNo && <span className="o-note">　{each.memberNo}</span>}
              {each.validTo && <span className="o-note">　会籍至 {each.validTo}</span>}
            </span>
            {each.problem ? (
              <span className="rn-bad">{each.problem}</span>
            ) : (
              <b>{each.amount} 元</b>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

import { CloseOutlined, DownloadOutlined, FileWordOutlined } from "@ant-design/icons";
import { useState } from "react";
import { saveText } from "#src/office/form/save-text.ts";
import { Key } from "#src/office/keys/keys.tsx";
import { plainKey, useShortcuts } from "#src/office/keys/shortcuts.ts";
import type { Imported, ImportItem } from "./imports.tsx";

const LEVELS = {
  lost: { word: "丢失", tone: "red" },
  changed: { word: "转换", tone: "amber" },
  ignored: { word: "忽略", tone: "grey" },
} as const;

const KEPT = [
  ["paragraphs", "段"],
  ["pictures", "图"],
  ["tables", "表"],
  ["footnotes", "脚注"],
] as const;

/** Blocks that a report counts: those with text of their own. */
const COUNTED = "p, h2, h3, h4, li, blockquote, figcaption, td, th";

/** Shows the paragraph of the editor's text that a report's place names first; false: there is none. */
function showPlace(place: string): boolean {
  const nth = Number(/第 ?(\d+)/.exec(place)?.[1]);
  const text = document.querySelector(".o-panel:not([hidden]) .rt-text");
  const blocks = [...(text?.querySelectorAll<HTMLElement>(COUNTED) ?? [])].filter(
    (block) => block.textContent?.trim() && !block.querySelector(COUNTED),
  );
  const block = blocks[nth - 1];
  if (!block?.checkVisibility()) return false;
  block.scrollIntoView({ block: "center" });
  block.animate([{ backgroundColor: "#ffe7ac" }, { backgroundColor: "transparent" }], 1_600);
  return true;
}

/** Losses of an import, docked below the text: F8 goes from one to the next. */
export function ImportReport({
  imported: { report },
  from,
  onClose,
}: {
  imported: Imported;
  /** Name of the file. */
  from: string;
  onClose: () => void;
}) {
  const { kept, items } = report;
  const [at, setAt] = useState(-1);
  const go = (index: number) => {
    setAt(index);
    const { place } = items[index] ?? {};
    if (place) showPlace(place);
    document.getElementById(`ad-report-${index}`)?.scrollIntoView({ block: "nearest" });
  };
  useShortcuts([
    {
      keys: "F8",
      label: "导入报告的下一处",
      matches: plainKey("F8"),
      run: () => items.length > 0 && go((at + 1) % items.length),
    },
  ]);
  const count = (level: ImportItem["level"]) => items.filter((item) => item.level === level).length;
  return (
    <section className="ad-report" aria-label="导入报告">
      <header>
        <h2>导入报告</h2>
        <span className="ad-report-name">
          <FileWordOutlined aria-hidden /> {from}
        </span>
        <span className="o-note">
          保留{" "}
          {KEPT.filter(([key]) => kept[key] > 0)
            .map(([key, unit]) => `${kept[key]} ${unit}`)
            .join(" · ")}
        </span>
        {(["lost", "changed", "ignored"] as const).map((level) => (
          // Nothing lost is nothing to be alarmed at.
          <span
            key={level}
            className="ad-state"
            data-tone={count(level) > 0 ? LEVELS[level].tone : "grey"}
          >
            <i className="o-dot" aria-hidden="true" />
            {LEVELS[level].word} {count(level)}
          </span>
        ))}
        <span className="ad-report-tools">
          {items.length > 0 && (
            <button type="button" onClick={() => go((at + 1) % items.length)}>
              <Key>F8</Key> 下一处
            </button>
          )}
          <button
            type="button"
            aria-label="下载导入报告"
            title="下载导入报告"
            onClick={() => saveText(`导入报告 ${from}.txt`, reportText(from, items))}
          >
            <DownloadOutlined aria-hidden />
          </button>
          <button type="button" aria-label="关闭导入报告" title="关闭" onClick={onClose}>
            <CloseOutlined aria-hidden />
          </button>
        </span>
      </header>
      {items.length === 0 ? (
        <p className="ad-lead">全部内容都已带入，没有需要核对的地方。</p>
      ) : (
        <ul>
          {items.map((item, index) => (
            <li
              key={`${item.level}-${item.kind}-${item.text}`}
              id={`ad-report-${index}`}
              data-current={index === at || undefined}
            >
              <span className="ad-state" data-tone={LEVELS[item.level].tone}>
                <i className="o-dot" aria-hidden="true" />
                {item.kind}
              </span>
              <span>{item.text}</span>
              <span className="o-note">{item.place ?? "—"}</span>
              {item.place && (
                <button type="button" className="o-link" onClick={() => go(index)}>
                  定位
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const reportText = (from: string, items: readonly ImportItem[]) =>
  [
    `导入报告：${from}`,
    ...items.map(({ level, kind, text, place }) =>
      [LEVELS[level].word, kind, text, place ?? ""].join("\t"),
    ),
  ].join("\n");

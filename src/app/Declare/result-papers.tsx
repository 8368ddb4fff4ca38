import { type ReactElement, useState } from "react";
import { ProblemLine } from "#src/site/form/problem-line.tsx";
import type { ItemWhole } from "../declaration/item/wire.ts";
import { saveDocument } from "./save-document.ts";

/** The letter of a result and the certificates that were issued, to be taken along; nothing before there is one. */
export function ResultPapers({ info }: { readonly info: ItemWhole }): ReactElement | null {
  const [busy, setBusy] = useState("");
  const [problem, setProblem] = useState("");
  const { certificates, hasLetter } = info;
  if (!hasLetter && certificates.length === 0) return null;
  const take = async (path: string, name: string) => {
    if (busy) return;
    setBusy(name);
    setProblem(await saveDocument(path, `${name}.pdf`));
    setBusy("");
  };
  const papers = [
    ...(hasLetter
      ? [
          {
            path: `/api/declaration/item/letter?id=${info.id}`,
            name: `结果通知书_${info.itemNo}`,
            label: "结果通知书",
          },
        ]
      : []),
    ...certificates.map(({ code, certNo, kindName }) => ({
      path: `/api/declaration/certificate/pdf/${code}`,
      name: `${kindName}_${certNo}`,
      label: `${kindName}（${certNo}）`,
    })),
  ];
  return (
    <section className="declare-read" aria-label="结果与证书">
      <h3>结果与证书</h3>
      <p className="declare-ways">
        {papers.map(({ path, name, label }) => (
          <button
            key={name}
            type="button"
            className="btn btn-outline btn-small"
            aria-disabled={busy !== ""}
            onClick={() => void take(path, name)}
          >
            {busy === name ? "正在制作…" : `下载${label}`}
          </button>
        ))}
        {certificates.map(({ code, certNo }) => (
          <a key={code} className="link" href={`/verify/${code}`}>
            {`核对证书 ${certNo}`}
          </a>
        ))}
      </p>
      <ProblemLine text={problem} />
    </section>
  );
}

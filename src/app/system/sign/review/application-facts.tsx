import { FlagOutlined } from "@ant-design/icons";
import { useState } from "react";
import type { FormField, FormRow } from "#src/lib/membership/form.ts";
import { SIGN_FORMS } from "#src/lib/membership/forms.ts";
import { Reveal } from "#src/office/form/reveal.tsx";
import type { SignWhole } from "../wire.ts";
import { BranchDialog } from "./branch-dialog.tsx";
import { SIGN } from "./calls.ts";

/** Values that are masked until somebody asks for one with a reason, and what that call names parts of rows. */
const MASKED: readonly string[] = ["phone", "email", "idNo"];
const PART_NAMES: Readonly<Record<string, string>> = {
  "rep.phone": "repPhone",
  "contact.phone": "contactPhone",
  "contact.email": "contactEmail",
};

const BRANCHES = "分支机构";

const WIDE = ["resume", "achievements", "intro", "address", "rep", "contact", "referees", "seats"];

const isRow = (value: unknown): value is FormRow => typeof value === "object" && value !== null;

/** What is filled in, by the steps of the form; a field is marked for mending by a click. */
export function ApplicationFacts({
  sign,
  marked,
  onMark,
}: {
  sign: SignWhole;
  marked: readonly string[];
  /** undefined: nothing can be sent back now. */
  onMark: ((name: string) => void) | undefined;
}) {
  const { fields, steps } = SIGN_FORMS[sign.memberType];
  return (
    <>
      {steps.map(([title, ...names]) => {
        const shown = names.filter((name) => fields[name] && fields[name].kind !== "files");
        if (shown.length === 0) return null;
        return (
          <div key={title}>
            <h3>{title}</h3>
            <dl>
              {shown.map((name) => {
                const field = fields[name];
                if (!field) return null;
                const wasReturned = sign.returnedFields.includes(name);
                return (
                  <div key={name} data-wide={WIDE.includes(name) || undefined}>
                    <dt>
                      {field.label}
                      {wasReturned && <small> 曾要求修改</small>}
                      {onMark && (
                        <button
                          type="button"
                          className="sr-mark"
                          aria-pressed={marked.includes(name)}
                          aria-label={`请申请人修改「${field.label}」`}
                          title="退回时请申请人修改这一项"
                          onClick={() => onMark(name)}
                        >
                          <FlagOutlined aria-hidden />
                        </button>
                      )}
                    </dt>
                    <dd>
                      <Value sign={sign} name={name} field={field} />
                    </dd>
                  </div>
                );
              })}
            </dl>
          </div>
        );
      })}
    </>
  );
}

function Value({ sign, name, field }: { sign: SignWhole; name: string; field: FormField }) {
  const value = sign.form[name];
  if (name === "region") return sign.regionName || "—";
  if (value === undefined || value === "") return "—";
  if (MASKED.includes(name))
    return <Masked sign={sign} field={name} label={field.label} masked={String(value)} />;
  if (field.kind === "choice") return field.words?.[String(value)] ?? String(value);
  if (!Array.isArray(value)) return String(value);
  if (value.length === 0) return "—";
  if (field.kind !== "rows") return value.map(String).join("、");
  return (
    <ul className="sr-rows">
      {value.filter(isRow).map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows of a form have no other name than their place
        <li key={at}>
          {field.parts
            .filter((part) => row[part.name])
            .map((part) =>
              PART_NAMES[`${name}.${part.name}`] ? (
                <span key={part.name}>
                  <Masked
                    sign={sign}
                    field={PART_NAMES[`${name}.${part.name}`] ?? ""}
                    label={`${field.label}${part.label}`}
                    masked={row[part.name] ?? ""}
                  />
                </span>
              ) : (
                <span key={part.name}>{row[part.name]}</span>
              ),
            )}
        </li>
      ))}
    </ul>
  );
}

const Masked = (props: { sign: SignWhole; field: string; label: string; masked: string }) => (
  <Reveal
    path={SIGN}
    permi="member:sign:reveal"
    id={props.sign.id}
    field={props.field}
    label={props.label}
    of={props.sign.name}
    masked={props.masked}
  />
);

/** What is asked for: level, years, branches, the directory. */
export function Wishes({ sign, mayRebranch }: { sign: SignWhole; mayRebranch: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const rows: [string, string][] = [
    ["申请级别", sign.levelName || "—"],
    ["年限", `${sign.years} 年`],
    [BRANCHES, sign.branchNames.join("、") || "—"],
    ["名录公开", sign.directoryVisible ? "同意" : "不同意"],
    ...(sign.resolutionNo
      ? ([["决议", `${sign.resolutionNo} ${sign.resolutionDate ?? ""}`]] as [string, string][])
      : []),
  ];
  return (
    <>
      <h3>会籍</h3>
      <dl>
        {rows.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {text}
              {name === BRANCHES && mayRebranch && (
                <button type="button" className="o-link sr-rebranch" onClick={() => setOpen(true)}>
                  更正
                </button>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {isOpen && <BranchDialog sign={sign} onClose={() => setOpen(false)} />}
    </>
  );
}

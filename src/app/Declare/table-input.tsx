import { type ReactElement, useState } from "react";
import { Link } from "react-router";
import { valueProblems } from "#src/lib/declare/read-values.ts";
import { fieldsOf, isSlot, typedSections } from "#src/lib/declare/schema.ts";
import { childHref } from "./children.ts";
import type { ItemProps } from "./item-props.ts";
import { ClashNote } from "./parts/clash-note.tsx";
import { FieldInput } from "./parts/field-input.tsx";
import { idOfPlace } from "./parts/place.ts";
import { ShareLink } from "./share-link.tsx";

/** Names of places that are shown in the list of what is missing. */
const MOST_LISTED = 30;

/** 申报书: the form of the batch, section by section. */
export function TableInput({ userId, info, work, onChanged }: ItemProps): ReactElement {
  const { values, conflicts, setValue, settle } = work;
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  if (!info.isWritable) {
    return (
      <div className="declare-card">
        <h2>{`这份申报现在不能修改（${info.stateName}）`}</h2>
        <p>可以在“查看与打印”中看到全部内容和办理过程。</p>
        <Link className="btn btn-primary" to={childHref("getInfo", info.id)}>
          查看申报
        </Link>
      </div>
    );
  }
  const problems = valueProblems(info.schema, values);
  const slots = new Set(
    fieldsOf(info.schema)
      .filter(isSlot)
      .map(({ name }) => name),
  );
  const open = Object.entries(problems).filter(([place]) => !slots.has(place));
  const sections = typedSections(info.schema);
  const leave = (name: string) => setLeft((before) => new Set([...before, name]));
  const errorsOf = (name: string): Readonly<Record<string, string>> =>
    left.has(name)
      ? Object.fromEntries(
          Object.entries(problems).filter(
            ([place]) => place === name || place.startsWith(`${name}.`),
          ),
        )
      : {};
  const goTo = (place: string) => {
    leave(place.split(".")[0] ?? place);
    const target = document.getElementById(idOfPlace(place));
    target?.scrollIntoView({ block: "center" });
    target?.focus({ preventScroll: true });
  };

  return (
    <>
      <h2 className="declare-title">填写申报书</h2>
      {work.isRestored ? (
        <p className="declare-note" role="status">
          已恢复这台设备上没有保存的内容。
        </p>
      ) : null}
      {info.state === 3 ? (
        <p className="declare-note" data-bad="">
          <b>退回原因：</b>
          {info.opinion}
        </p>
      ) : null}
      <details className="declare-missing" data-done={open.length === 0 ? "" : undefined}>
        <summary>
          {open.length === 0 ? "必填内容已填完" : `还有 ${open.length} 处需要填写或修改`}
        </summary>
        <ul>
          {open.slice(0, MOST_LISTED).map(([place, text]) => (
            <li key={place}>
              <button type="button" className="link" onClick={() => goTo(place)}>
                {text}
              </button>
            </li>
          ))}
        </ul>
      </details>
      {sections.map((section, index) => (
        <section key={section.title} className="declare-section" aria-labelledby={`ds-${index}`}>
          <h3 id={`ds-${index}`}>{section.title}</h3>
          {section.intro ? <p className="declare-intro">{section.intro}</p> : null}
          <div className="declare-fields">
            {section.fields.map((field) => (
              <div
                key={field.name}
                className="declare-field"
                data-wide={["long", "rows", "promise"].includes(field.kind) ? "" : undefined}
              >
                <FieldInput
                  field={field}
                  values={values}
                  errors={errorsOf(field.name)}
                  onChange={(value) => setValue(field.name, value)}
                  onLeave={() => leave(field.name)}
                />
                {Object.hasOwn(conflicts, field.name) ? (
                  <ClashNote
                    field={field}
                    theirs={conflicts[field.name] ?? ""}
                    onSettle={(isMine) => settle(field.name, isMine)}
                  />
                ) : null}
              </div>
            ))}
          </div>
        </section>
      ))}
      {info.isOwner ? <ShareLink userId={userId} info={info} onChanged={onChanged} /> : null}
      <p className="declare-ways declare-foot">
        <Link
          className="btn btn-primary"
          to={childHref("upload", info.id)}
          preventScrollReset
          onClick={() => void work.save()}
        >
          下一步：上传材料
        </Link>
        <button type="button" className="btn btn-outline" onClick={() => void work.save()}>
          保存
        </button>
      </p>
    </>
  );
}

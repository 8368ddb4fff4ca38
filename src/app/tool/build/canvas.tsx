import { CopyOutlined, DeleteOutlined, HolderOutlined } from "@ant-design/icons";
import { Form } from "antd";
import type { CSSProperties, Dispatch, KeyboardEvent, RefObject } from "react";
import { DocumentPicture } from "#src/office/shell/pictures.tsx";
import { useOnChange } from "#src/office/tabs/use-on-change.ts";
import type { Problem } from "./check.ts";
import { FieldView } from "./control.tsx";
import { type Field, type FormModel, factsOf } from "./fields.ts";
import type { Action } from "./model.ts";
import type { useDrag } from "./use-drag.ts";

const nameOf = ({ kind, label }: Field) =>
  `${label || factsOf(kind).title}（${factsOf(kind).title}）`;

/**
 * The form as it will look, each component a card. With the keyboard: arrows go from card to card,
 * Alt with an arrow moves one, Ctrl D copies, Delete removes, Enter goes to its properties.
 */
export function Canvas({
  form,
  selected,
  problems,
  dispatch,
  dragging,
  canvas,
  onOpen,
  tell,
}: {
  form: FormModel;
  selected: string | undefined;
  problems: readonly Problem[];
  dispatch: Dispatch<Action>;
  dragging: ReturnType<typeof useDrag>;
  canvas: RefObject<HTMLDivElement | null>;
  /** Enter on a card: its properties. */
  onOpen: () => void;
  /** Said to those who do not see the move. */
  tell: (text: string) => void;
}) {
  const { fields } = form;
  const { drag, handle, isClick } = dragging;
  // A new one may stand out of sight below.
  useOnChange(selected, () =>
    canvas.current?.querySelector("[data-selected]")?.scrollIntoView({ block: "nearest" }),
  );
  const focusCard = (index: number) =>
    requestAnimationFrame(() =>
      canvas.current?.querySelectorAll<HTMLElement>("[data-card] > button")[index]?.focus(),
    );

  const onKeyDown = (event: KeyboardEvent, field: Field, index: number) => {
    const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    const { id } = field;
    if (by !== undefined && event.altKey) {
      const to = Math.max(0, Math.min(index + by, fields.length - 1));
      dispatch({ type: "move", id, index: to });
      tell(`${nameOf(field)}移到第 ${to + 1} 项，共 ${fields.length} 项`);
      focusCard(to);
    } else if (by !== undefined) {
      const to = fields[index + by];
      if (to) {
        dispatch({ type: "select", id: to.id });
        focusCard(index + by);
      }
    } else if (event.key === "Delete" || event.key === "Backspace") {
      dispatch({ type: "remove", id });
      tell(`已删除${nameOf(field)}，可以撤销`);
      focusCard(Math.min(index, fields.length - 2));
    } else if (event.code === "KeyD" && (event.ctrlKey || event.metaKey)) {
      dispatch({ type: "duplicate", id });
      tell(`已复制${nameOf(field)}`);
      focusCard(index + 1);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className="fb-paper" ref={canvas}>
      {fields.length === 0 && (
        <div className="fb-empty" data-over={drag?.index === undefined ? undefined : ""}>
          <DocumentPicture />
          <p>还没有组件：从组件栏拖到这里，或点一下加到末尾。</p>
        </div>
      )}
      <Form component={false} layout={form.layout} requiredMark>
        <ol className="fb-grid" aria-label="表单组件">
          {fields.map((field, index) => {
            const isWrong = problems.some(({ id }) => id === field.id);
            return (
              <li
                key={field.id}
                data-card=""
                data-selected={field.id === selected ? "" : undefined}
                data-wrong={isWrong ? "" : undefined}
                data-before={drag && drag.index === index ? "" : undefined}
                data-after={
                  drag && index === fields.length - 1 && drag.index === fields.length
                    ? ""
                    : undefined
                }
                style={{ "--span": field.span } as CSSProperties}
              >
                <div inert className="fb-inert">
                  <FieldView field={field} isSketch />
                </div>
                <button
                  type="button"
                  className="fb-cover"
                  aria-label={`${nameOf(field)}，第 ${index + 1} 项，共 ${fields.length} 项${isWrong ? "，有问题" : ""}`}
                  aria-pressed={field.id === selected}
                  {...handle({ id: field.id })}
                  onClick={(event) => {
                    if (!isClick()) return;
                    dispatch({ type: "select", id: field.id });
                    // Of a key, not of a pointer: then one wants to write.
                    if (event.detail === 0) onOpen();
                  }}
                  onKeyDown={(event) => onKeyDown(event, field, index)}
                />
                {field.id === selected && (
                  <div className="fb-tools">
                    <HolderOutlined aria-hidden className="fb-hold" />
                    <button
                      type="button"
                      aria-label={`复制${nameOf(field)}`}
                      title="复制（Ctrl D）"
                      onClick={() => dispatch({ type: "duplicate", id: field.id })}
                    >
                      <CopyOutlined aria-hidden />
                    </button>
                    <button
                      type="button"
                      aria-label={`删除${nameOf(field)}`}
                      title="删除（Delete）"
                      onClick={() => {
                        dispatch({ type: "remove", id: field.id });
                        tell(`已删除${nameOf(field)}，可以撤销`);
                      }}
                    >
                      <DeleteOutlined aria-hidden />
                    </button>
                  </div>
                )}
              </li>
            );
          })}
        </ol>
      </Form>
    </div>
  );
}

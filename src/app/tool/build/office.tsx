import {
  AppstoreAddOutlined,
  CodeOutlined,
  EyeOutlined,
  ImportOutlined,
  RedoOutlined,
  SettingOutlined,
  UndoOutlined,
} from "@ant-design/icons";
import { Button, Drawer } from "antd";
import { useEffect, useMemo, useReducer, useRef, useState } from "react";
import { currentAccount } from "#src/office/account/account.ts";
import { notify } from "#src/office/calls/notify.ts";
import { useShortcuts } from "#src/office/keys/shortcuts.ts";
import { readJson, writeJson } from "#src/office/settings/storage.ts";
import { useIsMobile } from "#src/office/shell/use-media.ts";
import { Canvas } from "./canvas.tsx";
import { problemsOf, readForm } from "./check.ts";
import { CodeDrawer, PreviewDrawer } from "./dialogs.tsx";
import { EMPTY_FORM, type FieldKind, type FormModel, factsOf } from "./fields.ts";
import { ImportDrawer } from "./import-drawer.tsx";
import { MAX_FIELDS, reduce, type State, startState } from "./model.ts";
import { Palette } from "./palette.tsx";
import { FieldProperties, FormProperties } from "./properties.tsx";
import { useDrag } from "./use-drag.ts";
import "#src/office/list/parts.css";
import "./build.css";
import "./drawers.css";

const DRAFT = "office-form-draft";

/** The form of before a reload; another person's is not shown. */
function recall(): State {
  const kept = readJson("localStorage", DRAFT) as { userId?: unknown; form?: unknown } | undefined;
  if (kept?.userId !== currentAccount()?.user.userId) return startState();
  const read = readForm(kept?.form);
  return startState("form" in read ? read.form : EMPTY_FORM);
}

function keep(form: FormModel): void {
  writeJson("localStorage", DRAFT, { userId: currentAccount()?.user.userId, form });
}

type Open = "preview" | "code" | "import" | "palette" | "properties";

/** 表单构建 (menu row 115): a form put together by hand becomes a component of this project. */
export default function BuildPage() {
  const [state, dispatch] = useReducer(reduce, undefined, recall);
  const { form, selected } = state;
  const [open, setOpen] = useState<Open>();
  const [said, tell] = useState("");
  const isMobile = useIsMobile();
  const canvas = useRef<HTMLDivElement>(null);
  const side = useRef<HTMLElement>(null);
  const problems = useMemo(() => problemsOf(form), [form]);
  const field = form.fields.find(({ id }) => id === selected);
  useEffect(() => keep(form), [form]);

  const add = (kind: FieldKind, index?: number) => {
    if (form.fields.length >= MAX_FIELDS) {
      notify.warning(`最多 ${MAX_FIELDS} 个组件`);
      return;
    }
    const at = form.fields.findIndex(({ id }) => id === selected);
    const place = index ?? (at < 0 ? form.fields.length : at + 1);
    dispatch({ type: "add", kind, index: place });
    tell(`已添加${factsOf(kind).title}，第 ${place + 1} 项`);
    setOpen(undefined);
  };
  const dragging = useDrag(canvas, (cargo, index) => {
    if ("kind" in cargo) {
      add(cargo.kind, index);
      return;
    }
    const at = form.fields.findIndex(({ id }) => id === cargo.id);
    // A place behind the one that goes is one less when it is gone.
    dispatch({ type: "move", id: cargo.id, index: index > at ? index - 1 : index });
    dispatch({ type: "select", id: cargo.id });
  });
  const { drag } = dragging;

  const isTyping = () => /^(INPUT|TEXTAREA)$/.test(document.activeElement?.tagName ?? "");
  const withCtrl = (code: string, isShift: boolean) => (event: KeyboardEvent) =>
    (event.ctrlKey || event.metaKey) &&
    event.shiftKey === isShift &&
    event.code === code &&
    !isTyping();
  useShortcuts([
    {
      keys: "Ctrl Z",
      label: "撤销",
      matches: withCtrl("KeyZ", false),
      run: () => dispatch({ type: "undo" }),
    },
    {
      keys: "Ctrl Shift Z",
      label: "重做",
      matches: (event) => withCtrl("KeyZ", true)(event) || withCtrl("KeyY", false)(event),
      run: () => dispatch({ type: "redo" }),
    },
  ]);

  const properties = field ? (
    <FieldProperties key={field.id} field={field} problems={problems} dispatch={dispatch} />
  ) : (
    <FormProperties form={form} problems={problems} dispatch={dispatch} />
  );
  const heading = field ? factsOf(field.kind).title : "表单设置";
  const openProperties = () => {
    if (isMobile) setOpen("properties");
    else
      requestAnimationFrame(() =>
        side.current?.querySelector<HTMLElement>("[data-first]")?.focus(),
      );
  };

  return (
    <div className="fb">
      <h1 className="o-hidden">表单构建</h1>
      <p className="o-hidden" role="status">
        {said}
      </p>
      <div className="o-block fb-bar" role="toolbar" aria-label="表单操作">
        <Button
          icon={<UndoOutlined aria-hidden />}
          aria-label="撤销"
          title="撤销（Ctrl Z）"
          disabled={state.past.length === 0}
          onClick={() => dispatch({ type: "undo" })}
        />
        <Button
          icon={<RedoOutlined aria-hidden />}
          aria-label="重做"
          title="重做（Ctrl Shift Z）"
          disabled={state.future.length === 0}
          onClick={() => dispatch({ type: "redo" })}
        />
        <Button
          disabled={form.fields.length === 0}
          onClick={() => {
            dispatch({ type: "clear" });
            notify.success("已清空，可以撤销");
          }}
        >
          清空
        </Button>
        <span className="o-note fb-count">
          {form.fields.length} 个组件
          {problems.length > 0 && <span className="fb-bad">，{problems.length} 处问题</span>}
          <span className="fb-kept">，草稿保存在本浏览器</span>
        </span>
        <Button
          icon={<ImportOutlined aria-hidden />}
          aria-label="导入"
          onClick={() => setOpen("import")}
        >
          {isMobile ? null : "导入"}
        </Button>
        <Button
          icon={<CodeOutlined aria-hidden />}
          aria-label={isMobile ? "代码" : "代码与导出"}
          onClick={() => setOpen("code")}
        >
          {isMobile ? null : "代码与导出"}
        </Button>
        <Button
          type="primary"
          icon={<EyeOutlined aria-hidden />}
          onClick={() => setOpen("preview")}
        >
          预览
        </Button>
      </div>
      <div className="fb-columns">
        {!isMobile && (
          <section className="o-block fb-side" aria-label="组件">
            <Palette handle={dragging.handle} isClick={dragging.isClick} onAdd={add} />
          </section>
        )}
        <section className="o-block fb-main" aria-label="画布">
          <Canvas
            form={form}
            selected={selected}
            problems={problems}
            dispatch={dispatch}
            dragging={dragging}
            canvas={canvas}
            onOpen={openProperties}
            tell={tell}
          />
        </section>
        {!isMobile && (
          <section className="o-block fb-side" aria-labelledby="fb-heading" ref={side}>
            <header className="fb-head">
              <h2 id="fb-heading">{heading}</h2>
              {field && (
                <button
                  type="button"
                  className="o-link"
                  onClick={() => dispatch({ type: "select", id: undefined })}
                >
                  表单设置
                </button>
              )}
            </header>
            {properties}
          </section>
        )}
      </div>
      {isMobile && (
        <div className="fb-dock" role="toolbar" aria-label="组件与属性">
          <Button icon={<AppstoreAddOutlined aria-hidden />} onClick={() => setOpen("palette")}>
            添加组件
          </Button>
          <Button icon={<SettingOutlined aria-hidden />} onClick={() => setOpen("properties")}>
            {field ? "组件属性" : "表单设置"}
          </Button>
        </div>
      )}
      {drag && (
        <div
          className="fb-ghost"
          style={{ left: drag.x + 12, top: drag.y + 12 }}
          aria-hidden="true"
        >
          {"kind" in drag.cargo
            ? factsOf(drag.cargo.kind).title
            : (form.fields.find(({ id }) => "id" in drag.cargo && id === drag.cargo.id)?.label ??
              "")}
        </div>
      )}
      {isMobile && (open === "palette" || open === "properties") && (
        <Drawer
          open
          placement="bottom"
          size="70%"
          title={open === "palette" ? "添加组件" : heading}
          onClose={() => setOpen(undefined)}
        >
          {open === "palette" ? (
            <Palette handle={undefined} isClick={() => true} onAdd={add} />
          ) : (
            properties
          )}
        </Drawer>
      )}
      {open === "preview" && (
        <PreviewDrawer form={form} problems={problems} onClose={() => setOpen(undefined)} />
      )}
      {open === "code" && (
        <CodeDrawer form={form} problems={problems} onClose={() => setOpen(undefined)} />
      )}
      {open === "import" && (
        <ImportDrawer
          hasFields={form.fields.length > 0}
          onLoad={(next) => {
            dispatch({ type: "load", form: next });
            setOpen(undefined);
            notify.success(`已导入 ${next.fields.length} 个组件`);
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
    </div>
  );
}

import { ArrowLeftOutlined } from "@ant-design/icons";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Alert, Button, Form, Input, Tabs } from "antd";
import { useCallback, useEffect, useRef, useState } from "react";
import { showRefusal } from "#src/office/calls/form-errors.ts";
import { call, fieldTexts } from "#src/office/calls/http.ts";
import { notify } from "#src/office/calls/notify.ts";
import { tellChange } from "#src/office/calls/queries.ts";
import { Ruled, textRules } from "#src/office/form/crud-drawer.tsx";
import { useOfficeForm } from "#src/office/form/use-office-form.ts";
import { Key } from "#src/office/keys/keys.tsx";
import { useShortcuts, withCtrl } from "#src/office/keys/shortcuts.ts";
import { hasWrittenOn } from "#src/office/keys/typing.ts";
import { Failure } from "#src/office/shell/card.tsx";
import { PageSkeleton } from "#src/office/shell/skeleton.tsx";
import { useTab } from "#src/office/tabs/tab.tsx";
import { Columns } from "./columns.tsx";
import {
  type Answer,
  BASIC,
  bodyOf,
  type Column,
  type Info,
  OUTPUT,
  PATH,
  type Values,
  valuesOf,
} from "./config.ts";
import { OutputFields } from "./output-fields.tsx";
import "#src/office/list/parts.css";
import "./edit.css";

/** 修改生成配置 (static route /tool/gen-edit/index/:tableId). */
export default function GenEditPage() {
  const tableId = String(useTab().params.tableId);
  const [shown, setShown] = useState<TabKey>("columns");
  const { data, error, refetch } = useQuery({
    queryKey: [PATH, "edit", tableId],
    queryFn: () => call<Answer>("GET", `${PATH}/${tableId}`, { isQuiet: true }),
    meta: { isQuiet: true },
  });
  const [begun, setBegun] = useState(data?.data);
  const [isChanged, setChanged] = useState(false);
  const isOther =
    data !== undefined && JSON.stringify(begun?.info) !== JSON.stringify(data.data.info);
  const take = () => {
    setBegun(data?.data);
    setChanged(false);
  };
  // The form goes on from the saved or synchronised state, and loses no typed text to it.
  if (isOther && !isChanged) take();
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!begun) return <PageSkeleton />;
  return (
    <>
      {isOther && isChanged && (
        <Alert
          banner
          type="warning"
          title="这张表的配置在别处改动过，您的修改还没有保存。"
          action={
            <Button size="small" onClick={take}>
              放弃修改，载入新的配置
            </Button>
          }
        />
      )}
      <Editor
        key={JSON.stringify(begun.info)}
        info={begun.info}
        tables={begun.tables}
        shown={shown}
        onShow={setShown}
        onChanged={setChanged}
      />
    </>
  );
}

type TabKey = "basic" | "columns" | "output";

function Editor({
  info,
  tables,
  shown,
  onShow,
  onChanged,
}: {
  info: Info;
  tables: readonly Info[];
  shown: TabKey;
  onShow: (key: TabKey) => void;
  onChanged: (isChanged: boolean) => void;
}) {
  const page = useTab();
  const [form] = useOfficeForm<Values>();
  const [columns, setColumns] = useState<readonly Column[]>(info.columns);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const body = useRef<HTMLElement>(null);
  const [isFormChanged, setFormChanged] = useState(false);
  const isChanged = isFormChanged || JSON.stringify(columns) !== JSON.stringify(info.columns);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tab's functions are new each time
  useEffect(() => {
    page.setDirty(isChanged);
    onChanged(isChanged);
  }, [isChanged]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tab's functions are new each time
  useEffect(() => page.setTitle(`生成配置：${info.tableName}`), [info.tableName]);

  const leave = async () => {
    if (await page.close()) page.open("/tool/gen");
  };
  const tabOf = (name: string): TabKey =>
    (BASIC as readonly string[]).includes(name) ? "basic" : "output";

  const saving = useMutation({
    mutationFn: async () => {
      const values = form.getFieldsValue(true) as Values;
      await call("PUT", PATH, { body: bodyOf(info, values, columns), isQuiet: true });
    },
    onSuccess: async () => {
      notify.success(`已保存「${info.tableName}」的生成配置`);
      page.setDirty(false);
      onChanged(false);
      await tellChange([PATH]);
    },
    onError: (error) => {
      const texts = fieldTexts(error) ?? {};
      setProblems(
        Object.fromEntries(Object.entries(texts).filter(([name]) => /^columns\[/.test(name))),
      );
      const [first = ""] = Object.keys(texts);
      if (first.startsWith("columns[")) {
        onShow("columns");
        // The text stands in its row, which may be far down.
        requestAnimationFrame(() => {
          if (hasWrittenOn()) return;
          body.current?.querySelector<HTMLElement>('.ge-columns [aria-invalid="true"]')?.focus();
        });
        return;
      }
      if (first) onShow(tabOf(first));
      showRefusal(form, [...BASIC, ...OUTPUT], error);
    },
  });
  const submit = () => {
    if (!saving.isPending) form.submit();
  };
  useShortcuts([{ keys: "Ctrl S", label: "保存生成配置", matches: withCtrl("KeyS"), run: submit }]);

  const change = useCallback((index: number, patch: Partial<Column>) => {
    setColumns((all) => all.map((column, at) => (at === index ? { ...column, ...patch } : column)));
    setProblems((all) => {
      const gone = Object.keys(patch).map((name) => `columns[${index}].${name}`);
      return Object.fromEntries(Object.entries(all).filter(([name]) => !gone.includes(name)));
    });
  }, []);
  const move = useCallback((index: number, by: -1 | 1) => {
    setProblems({});
    setColumns((all) => {
      const next = [...all];
      const [moved] = next.splice(index, 1);
      if (moved) next.splice(index + by, 0, moved);
      return next.map((column, at) => ({ ...column, sort: at + 1 }));
    });
  }, []);

  return (
    <div className="cr">
      <section className="o-block cr-card" ref={body} aria-labelledby={`ge-${info.tableId}`}>
        <header className="ge-head">
          <Button type="text" icon={<ArrowLeftOutlined aria-hidden />} onClick={() => void leave()}>
            返回
          </Button>
          <h1 id={`ge-${info.tableId}`}>生成配置：{info.tableName}</h1>
        </header>
        <Form
          form={form}
          layout="vertical"
          className="ge-edit cr-form"
          requiredMark={false}
          initialValues={valuesOf(info)}
          onValuesChange={() => {
            const now = form.getFieldsValue(true) as Values;
            setFormChanged(JSON.stringify(now) !== JSON.stringify(valuesOf(info)));
          }}
          onFinish={() => saving.mutate()}
          onFinishFailed={({ errorFields }) => {
            const name = String(errorFields[0]?.name[0] ?? "");
            onShow(tabOf(name));
            form.focusField(name);
          }}
        >
          <Tabs
            className="ge-tabs"
            activeKey={shown}
            onChange={(key) => onShow(key as TabKey)}
            items={[
              { key: "basic", label: "基本信息", forceRender: true, children: <BasicFields /> },
              {
                key: "columns",
                label: `字段信息 ${columns.length}`,
                children: (
                  <Columns columns={columns} problems={problems} onChange={change} onMove={move} />
                ),
              },
              {
                key: "output",
                label: "生成信息",
                forceRender: true,
                children: <OutputFields columns={columns} tables={tables} tableId={info.tableId} />,
              },
            ]}
          />
          <button type="submit" className="o-hidden" tabIndex={-1} aria-hidden="true" />
        </Form>
        <footer className="cr-bottom cr-foot">
          <span className="o-note" role="status">
            {isChanged ? "有修改尚未保存" : ""}
          </span>
          <Button onClick={() => void leave()}>取消</Button>
          <Button type="primary" loading={saving.isPending} onClick={submit}>
            保存 <Key>Ctrl S</Key>
          </Button>
        </footer>
      </section>
    </div>
  );
}

function BasicFields() {
  return (
    <div className="ge-pane">
      <div className="ge-grid">
        <Form.Item
          name="tableName"
          label={<Ruled label="表名称" rule="最多 200 个字符，不能重复" />}
          rules={textRules("表名称", 200)}
        >
          <Input className="cr-code" maxLength={210} />
        </Form.Item>
        <Form.Item
          name="tableComment"
          label={<Ruled label="表描述" rule="最多 500 个字符" />}
          rules={textRules("表描述", 500)}
        >
          <Input maxLength={510} />
        </Form.Item>
        <Form.Item
          name="className"
          label={<Ruled label="实体类名称" rule="大写字母开头，字母和数字" />}
          rules={[
            ...textRules("实体类名称", 60),
            {
              pattern: /^[A-Z][A-Za-z0-9]*$/,
              message: "实体类名称应以大写字母开头，只能是字母和数字",
            },
          ]}
        >
          <Input className="cr-code" maxLength={70} />
        </Form.Item>
        <Form.Item
          name="functionAuthor"
          label={<Ruled label="作者" rule="最多 50 个字符" />}
          rules={textRules("作者", 50)}
        >
          <Input maxLength={60} />
        </Form.Item>
        <Form.Item
          className="ge-whole"
          name="remark"
          label={<Ruled label="备注" rule="最多 500 个字符" />}
          rules={[{ max: 500, message: "备注长度不能超过500个字符" }]}
        >
          <Input.TextArea rows={3} />
        </Form.Item>
      </div>
    </div>
  );
}

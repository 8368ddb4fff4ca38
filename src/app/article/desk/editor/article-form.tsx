import { Form, Input } from "antd";
import { useEffect, useRef, useState } from "react";
import { currentAccount } from "#src/office/account/account.ts";
import { useCan } from "#src/office/account/can.tsx";
import { report } from "#src/office/calls/http.ts";
import { ask, notify } from "#src/office/calls/notify.ts";
import { RichText } from "#src/office/form/rich-text.tsx";
import { useOfficeForm } from "#src/office/form/use-office-form.ts";
import { useShortcuts, withCtrl } from "#src/office/keys/shortcuts.ts";
import { focusQuietly, useAtPause } from "#src/office/keys/typing.ts";
import { openInstead } from "#src/office/tabs/open-instead.ts";
import { useTab } from "#src/office/tabs/tab.tsx";
import { ImportReport } from "../import/import-report.tsx";
import { type Imported, Imports } from "../import/imports.tsx";
import type { DeskArticle } from "../model/desk.ts";
import { type ArticleFields, EMPTY_FIELDS, FIELD_LABELS, MAX } from "../model/fields.ts";
import { LIST_PATH, pinArticle, tellArticles } from "../parts/calls.ts";
import { useCategories } from "../parts/categories.ts";
import { PreviewDrawer } from "../parts/preview-drawer.tsx";
import { type When, whenOf } from "../parts/publish-dialog.tsx";
import { changedNames } from "../review/difference.ts";
import { RevisionsDrawer } from "../review/revisions-drawer.tsx";
import { ConflictDialog } from "./conflict-dialog.tsx";
import { EditorFoot } from "./editor-foot.tsx";
import { EditorHead } from "./editor-head.tsx";
import { EditorStrips } from "./editor-strips.tsx";
import { draftKey } from "./local-copy.ts";
import { counted, SidePanel } from "./side-panel.tsx";
import { useCompany } from "./use-company.ts";
import { useLeftBehind } from "./use-left-behind.ts";
import { useRelease } from "./use-release.tsx";
import { fieldsIn, useSaving } from "./use-saving.ts";
import "./editor.css";

type Shown =
  | { kind: "revisions" }
  | { kind: "preview"; fields: ArticleFields }
  | { kind: "report"; imported: Imported; from: string };

/** The editor: paper in the middle, everything else of the article on the right. */
export function ArticleForm({
  article,
  onMade,
  onAgain,
}: {
  /** undefined: a new one. */
  article: DeskArticle | undefined;
  onMade: (id: number) => void;
  /** Reads the article again and begins with it. */
  onAgain: (id: number) => void;
}) {
  const [form] = useOfficeForm<ArticleFields & { when: When }>();
  const tab = useTab();
  const can = useCan();
  const categories = useCategories();
  const first = article?.fields ?? EMPTY_FIELDS;
  const draft = draftKey(tab.params.draft ?? "");
  const saving = useSaving({ form, article, draft, onMade });
  const company = useCompany(saving.id);
  const isConflictDue = useAtPause(saving.conflict !== undefined);
  const userId = currentAccount()?.user.userId ?? 0;
  const left = useLeftBehind(userId, article?.id ?? draft, first);
  const [shown, setShown] = useState<Shown>();
  const [isTop, setTop] = useState((article?.top ?? 0) > 0);
  const release = useRelease({ form, saving, onDone: onAgain });
  const when: When =
    Form.useWatch("when", form) ?? whenOf(first.publishTime, article?.status === "3");

  useShortcuts([
    {
      keys: "Ctrl S",
      label: "保存文章",
      matches: withCtrl("KeyS"),
      run: () => void saving.save("manual"),
    },
  ]);
  // The title comes with the editor, which is loaded later than the page around it.
  const hasBegun = useRef(article !== undefined);
  const beginHere = (title: { focus(): void } | null) => {
    if (!title || hasBegun.current) return;
    hasBegun.current = true;
    focusQuietly(title);
  };
  const name: string = Form.useWatch("articleName", form) ?? first.articleName;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tab's functions are new each time
  useEffect(() => tab.setTitle(name.trim() || "写文章"), [name]);

  /** Puts fields into the form as if they had been typed. */
  const fill = (fields: Partial<ArticleFields>) => {
    form.setFieldsValue(fields);
    saving.touch();
  };
  const leave = async () => {
    if (saving.isDirty) {
      const changed = changedNames(first, fieldsIn(form)).map((each) => FIELD_LABELS[each]);
      const isSure = await ask({
        title: "离开正在编辑的文章？",
        text: `还有没保存的修改（${changed.join("、")}），离开后只能从本机找回。`,
        ok: "仍要离开",
        isDanger: true,
      });
      if (!isSure) return;
    }
    tab.setDirty(false);
    openInstead(tab.path, LIST_PATH);
  };
  const takeImported = async (imported: Imported, from: string) => {
    const before = fieldsIn(form);
    const isBlank = before.content.replace(/<[^>]*>|\s/g, "") === "";
    const isSure =
      isBlank ||
      (await ask({
        title: "用导入的内容替换现在的正文？",
        text: "现在的正文会先保存，之后可以在“版本”里找回。",
        ok: "替换",
      }));
    if (!isSure || !(isBlank || (await saving.save("manual")))) return;
    fill({
      content: imported.html,
      ...(before.articleName.trim()
        ? {}
        : { articleName: imported.title.slice(0, MAX.articleName) }),
      ...(imported.author && !before.author ? { author: imported.author } : {}),
    });
    setShown({ kind: "report", imported, from });
    void saving.save("import");
  };
  const preview = async () => {
    if (saving.id === undefined && !(await saving.save("manual"))) return;
    setShown({ kind: "preview", fields: release.fieldsNow() });
  };
  const pin = async (next: boolean) => {
    const id = saving.idNow();
    if (id === undefined) return;
    try {
      await pinArticle({ id, isTop: next });
      setTop(next);
      notify.success(next ? "已置顶" : "已取消置顶");
      await tellArticles();
      onAgain(id);
    } catch (error) {
      report(error);
    }
  };
  const mayPin =
    article?.allowed.includes("pin") === true &&
    can.permi(["content:article:pin"]) &&
    !saving.isDirty;

  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      className="ad-edit"
      initialValues={{ ...first, when }}
      onValuesChange={(changed: object) => {
        if ("when" in changed) form.setFieldValue("publishTime", release.timeFor(first, article));
        saving.touch();
      }}
    >
      <EditorHead
        article={article}
        saving={saving}
        onLeave={() => void leave()}
        onRevisions={() => setShown({ kind: "revisions" })}
      >
        <Imports onImported={takeImported} />
      </EditorHead>
      <div className="ad-main">
        <EditorStrips
          saving={saving}
          company={company}
          left={left.copies}
          opinion={article?.isReturned ? article.opinion : ""}
          onTake={() => saving.id !== undefined && onAgain(saving.id)}
          onLeft={(copy) => {
            fill({ ...copy.fields });
            left.settle(copy);
            saving.keepNow();
          }}
          onDropLeft={left.settle}
        />
        <Form.Item name="content" noStyle>
          <RichText
            label="正文"
            header={
              <div className="ad-titles">
                <Form.Item
                  name="articleName"
                  // It may take several lines on the paper, but it is one.
                  normalize={(value: string) => value.replace(/\s*\n\s*/g, " ")}
                >
                  <Input.TextArea
                    ref={beginHere}
                    variant="borderless"
                    autoSize={{ minRows: 1, maxRows: 4 }}
                    aria-label="标题"
                    placeholder={`标题（必填，${MAX.articleName} 字以内）`}
                    count={{
                      ...counted(MAX.articleName),
                      show: ({ count }) => (count > 80 ? `${count} / ${MAX.articleName}` : ""),
                    }}
                    autoComplete="off"
                    onPressEnter={(event) => {
                      event.preventDefault();
                      if (event.nativeEvent.isComposing) return;
                      event.currentTarget
                        .closest("form")
                        ?.querySelector<HTMLElement>(".rt-text")
                        ?.focus();
                    }}
                  />
                </Form.Item>
                <Form.Item name="subtitle">
                  <Input
                    variant="borderless"
                    aria-label="副标题"
                    placeholder="副标题（选填）"
                    count={{ ...counted(MAX.subtitle), show: false }}
                    autoComplete="off"
                  />
                </Form.Item>
              </div>
            }
          />
        </Form.Item>
        {shown?.kind === "report" && (
          <ImportReport
            imported={shown.imported}
            from={shown.from}
            onClose={() => setShown(undefined)}
          />
        )}
      </div>
      <aside className="ad-side" aria-label="文章设置">
        <SidePanel
          categories={categories}
          status={article?.status}
          when={when}
          pin={
            mayPin
              ? {
                  isTop,
                  until: article?.topUntil ? `至 ${article.topUntil.slice(0, 10)}` : "",
                  onChange: (next) => void pin(next),
                }
              : undefined
          }
        />
        <EditorFoot
          article={article}
          when={when}
          isBusy={saving.isSaving || release.isBusy}
          onSave={() => void saving.save("manual")}
          onPreview={() => void preview()}
          onSubmit={release.submit}
          onPublish={() => release.publish(when)}
        />
      </aside>
      {release.dialog}
      {saving.conflict && isConflictDue && saving.id !== undefined && (
        <ConflictDialog
          articleId={saving.id}
          conflict={saving.conflict}
          mine={fieldsIn(form)}
          isBusy={saving.isSaving}
          onMine={() => void saving.save("forced")}
          onTheirs={() => {
            saving.takeTheirs();
            if (saving.id !== undefined) onAgain(saving.id);
          }}
          onClose={saving.closeConflict}
        />
      )}
      {shown?.kind === "revisions" && saving.id !== undefined && (
        <RevisionsDrawer
          articleId={saving.id}
          title={name}
          now={fieldsIn(form)}
          onRestored={() => {
            saving.giveUp();
            if (saving.id !== undefined) onAgain(saving.id);
          }}
          onClose={() => setShown(undefined)}
        />
      )}
      {shown?.kind === "preview" && saving.id !== undefined && (
        <PreviewDrawer
          articleId={saving.id}
          fields={shown.fields}
          onClose={() => setShown(undefined)}
        />
      )}
    </Form>
  );
}

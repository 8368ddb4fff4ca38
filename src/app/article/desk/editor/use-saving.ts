import type { FormInstance } from "antd";
import { useEffect, useRef, useState } from "react";
import { currentAccount } from "#src/office/account/account.ts";
import { showRefusal } from "#src/office/calls/form-errors.ts";
import { ApiError, fieldTexts } from "#src/office/calls/http.ts";
import { tellChange } from "#src/office/calls/queries.ts";
import { useTab } from "#src/office/tabs/tab.tsx";
import { tabsStore } from "#src/office/tabs/workspace.ts";
import type { DeskArticle, Saved } from "../model/desk.ts";
import { type ArticleFields, EMPTY_FIELDS } from "../model/fields.ts";
import { addArticle, DESK, saveArticle } from "../parts/calls.ts";
import { changedNames, FIELD_NAMES } from "../review/difference.ts";
import { dropLocal, keepLocally } from "./local-copy.ts";
import { cancelSoon, runSoon } from "./soon.ts";

/** A change is saved by itself after this time. */
const AUTOSAVE_MS = 10_000;
/** The browser's own copy follows sooner. */
const LOCAL_MS = 800;

export type Conflict = { version: number; savedBy: string; savedTime: string };

/** Who saved another version meanwhile; undefined for other refusals. */
function conflictOf(error: unknown): Conflict | undefined {
  if (!(error instanceof ApiError) || typeof error.data !== "object") return undefined;
  return (error.data as { conflict?: Conflict } | null)?.conflict;
}

/** The fields of an article alone, in one order. */
export function fieldsIn(form: FormInstance): ArticleFields {
  const all = form.getFieldsValue(true) as Partial<ArticleFields>;
  const pairs = FIELD_NAMES.map((name) => [name, all[name] ?? EMPTY_FIELDS[name]]);
  return Object.fromEntries(pairs) as ArticleFields;
}

const isBlank = ({ articleName, content }: ArticleFields) =>
  articleName.trim() === "" && content.replace(/<(?!img)[^>]*>|&nbsp;|\s/g, "") === "";

type Kind = "auto" | "manual" | "forced" | "import";

/**
 * Keeps what is written: by itself ten seconds after a change, at once when told, one save after the
 * other. Whatever happens the words stay in the form and, until they are saved, in this browser.
 */
export function useSaving({
  form,
  article,
  draft,
  onMade,
}: {
  form: FormInstance;
  /** undefined: a new one. */
  article: DeskArticle | undefined;
  /** Under which a new one is kept in this browser. */
  draft: string;
  /** A new one has been saved and goes on under this number. */
  onMade: (id: number) => void;
}) {
  const tab = useTab();
  const { path } = tab;
  const userId = currentAccount()?.user.userId ?? 0;
  const [state, setState] = useState<Partial<Saved>>(article ?? {});
  const [savedTime, setSavedTime] = useState(article?.savedTime ?? "");
  const [isDirty, setDirty] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState("");
  const [conflict, setConflict] = useState<Conflict>();
  // The newest fields, for timers and queued saves; the rendered ones may be older.
  const live = useRef({
    id: article?.id,
    version: article?.version,
    saved: article?.fields ?? EMPTY_FIELDS,
    isConflict: false,
    autosave: undefined as number | undefined,
    local: undefined as number | undefined,
    queue: Promise.resolve() as Promise<unknown>,
  }).current;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the tab's functions are new each time
  useEffect(() => tab.setDirty(isDirty), [isDirty]);

  const copyKey = () => live.id ?? draft;
  const isOpen = () => tabsStore.get().some((each) => each.path === path);
  const plan = () => {
    live.autosave ??= window.setTimeout(() => {
      live.autosave = undefined;
      // The tab may have been closed on purpose meanwhile; hidden it goes on.
      if (isOpen() && !live.isConflict) void save("auto");
    }, AUTOSAVE_MS);
  };
  const look = () => {
    const isChanged = changedNames(live.saved, fieldsIn(form)).length > 0;
    setDirty(isChanged);
    return isChanged;
  };

  /** Something was typed or chosen. */
  const touch = () => {
    if (!look()) return;
    setProblem("");
    if (!live.isConflict) plan();
    live.local ??= runSoon(() => {
      live.local = undefined;
      if (look()) keepLocally(userId, copyKey(), fieldsIn(form));
    }, LOCAL_MS);
  };

  const settle = (saved: Saved, fields: ArticleFields) => {
    const isNew = live.id === undefined;
    dropLocal(userId, copyKey());
    Object.assign(live, { id: saved.id, version: saved.version, saved: fields, isConflict: false });
    setState(saved);
    setSavedTime(saved.savedTime);
    setConflict(undefined);
    setProblem("");
    // A writer who went on meanwhile still has unsaved words.
    if (look()) {
      keepLocally(userId, saved.id, fieldsIn(form));
      plan();
    }
    if (isNew) onMade(saved.id);
  };

  const send = async (kind: Kind): Promise<boolean> => {
    const fields = fieldsIn(form);
    const changed = changedNames(live.saved, fields);
    const { id, version } = live;
    if (kind !== "forced" && id !== undefined && changed.length === 0) return true;
    if (id === undefined && isBlank(fields)) {
      if (kind === "manual")
        form.setFields([{ name: "articleName", errors: ["请先写标题或正文"] }]);
      return false;
    }
    setSaving(true);
    try {
      const saved =
        id === undefined
          ? await addArticle({ ...fields, ...(kind === "import" ? { isImport: true } : {}) })
          : await saveArticle({
              ...fields,
              id,
              version: version ?? 0,
              ...(kind === "auto" ? { isAutosave: true } : {}),
              ...(kind === "forced" ? { isForced: true } : {}),
              ...(kind === "import" ? { isImport: true } : {}),
            });
      settle(saved, fields);
      if (kind !== "auto" || id === undefined) await tellChange([DESK, "list"]);
      return true;
    } catch (error) {
      fail(error, kind);
      return false;
    } finally {
      setSaving(false);
    }
  };

  const fail = (error: unknown, kind: Kind) => {
    const found = conflictOf(error);
    if (found) {
      live.isConflict = true;
      setConflict(found);
      return;
    }
    setProblem(error instanceof ApiError ? error.message : "未能保存");
    if (kind !== "auto") return showRefusal(form, FIELD_NAMES, error);
    const texts = Object.entries(fieldTexts(error) ?? {});
    // The focus stays with a writer; it does not jump to the field.
    form.setFields(texts.map(([name, text]) => ({ name, errors: [text] })));
    // The line was gone, or the server: try again. A refused text waits until it is changed.
    if (texts.length === 0) plan();
  };

  /** One save after the other; false when it was not kept. */
  const save = (kind: Kind): Promise<boolean> => {
    const next = live.queue.then(() => send(kind));
    live.queue = next;
    return next;
  };

  return {
    id: state.id,
    version: state.version,
    status: state.status,
    copyState: state.copyState,
    savedTime,
    isDirty,
    isSaving,
    problem,
    conflict,
    touch,
    save,
    /** The version in the database; the rendered one may be older. */
    versionNow: () => live.version,
    idNow: () => live.id,
    /** The text on the screen is not to be kept. */
    giveUp: () => {
      cancelSoon(live.local);
      window.clearTimeout(live.autosave);
      live.local = undefined;
      live.autosave = undefined;
      dropLocal(userId, copyKey());
      setDirty(false);
      tab.setDirty(false);
    },
    /** The other's text is taken: mine stays in this browser, to be found again. */
    takeTheirs: () => {
      keepLocally(userId, copyKey(), fieldsIn(form));
      cancelSoon(live.local);
      window.clearTimeout(live.autosave);
      setDirty(false);
      tab.setDirty(false);
    },
    /** At once in this browser too: its source is gone. */
    keepNow: () => keepLocally(userId, copyKey(), fieldsIn(form)),
    closeConflict: () => setConflict(undefined),
    reopenConflict: () => void save("manual"),
  };
}

export type Saving = ReturnType<typeof useSaving>;

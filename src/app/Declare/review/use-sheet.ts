import { useCallback, useMemo, useRef, useState } from "react";
import { isRecord, type LocalCopy, localCopy } from "#src/site/form/local-copy.ts";
import type { SaveState } from "#src/site/form/save-line.tsx";
import { useAutosave } from "#src/site/form/use-autosave.ts";
import { useOneSaving } from "#src/site/form/use-one-saving.ts";
import { ApiError, errorText } from "#src/site/session/http.ts";
import { callAsMember } from "#src/site/session/member-session.ts";
import type { ReviewWhole, Written } from "../../declaration/panel/wire.ts";

const PANEL = "/api/declaration/panel";
/** After the last change. */
const AUTOSAVE_MS = 4_000;

/** All texts of a sheet by their places, as problems name them: `scores.topic`, `comments.topic`, `comment`. */
type Texts = Readonly<Record<string, string>>;

const placed = (prefix: string, texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [`${prefix}.${name}`, text]));

const textsOf = ({ scores, comments, comment }: ReviewWhole): Texts => ({
  ...placed("scores", scores),
  ...placed("comments", comments),
  comment,
});

const partOf = (texts: Texts, prefix: string): Texts =>
  Object.fromEntries(
    Object.entries(texts)
      .filter(([place]) => place.startsWith(`${prefix}.`))
      .map(([place, text]) => [place.slice(prefix.length + 1), text]),
  );

const bodyOf = (texts: Texts) => ({
  scores: partOf(texts, "scores"),
  comments: partOf(texts, "comments"),
  comment: texts.comment ?? "",
});

const isSame = (a: Texts, b: Texts): boolean =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].every(
    (place) => (a[place] ?? "") === (b[place] ?? ""),
  );

type SheetCopy = { version: number; texts: Texts };

const sheetCopy = (userId: number, id: number): LocalCopy<SheetCopy> =>
  localCopy<SheetCopy>(
    `review:${userId}:${id}`,
    ({ version, texts }) =>
      Number.isInteger(version) &&
      isRecord(texts) &&
      Object.values(texts).every((text) => typeof text === "string"),
  );

/** A score sheet that saves itself: on this device at once, on the server a few seconds after the last change. */
export function useSheet(userId: number, info: ReviewWhole) {
  const { id, isWritable } = info;
  const begun = textsOf(info);
  const copy = useMemo(() => sheetCopy(userId, id), [userId, id]);
  const [texts, setTexts] = useState<Texts>(() => {
    const kept = isWritable ? copy.read() : undefined;
    // A copy of an older version was overtaken on another device.
    return kept?.version === info.version ? kept.texts : begun;
  });
  const saved = useRef(begun);
  const version = useRef(info.version);
  const latest = useRef(texts);
  latest.current = texts;
  const { isFree, run } = useOneSaving();
  const [state, setState] = useState<SaveState>(() =>
    isSame(texts, begun) ? { kind: "clean", at: undefined } : { kind: "dirty" },
  );
  const [problems, setProblems] = useState<Texts>({});

  const save = useCallback(async (): Promise<boolean> => {
    await isFree();
    const sent = latest.current;
    if (isSame(sent, saved.current)) return true;
    const send = async (): Promise<boolean> => {
      setState({ kind: "saving" });
      try {
        const { data } = await callAsMember<{ data: Written }>(userId, "PUT", `${PANEL}/save`, {
          body: { id, version: version.current, ...bodyOf(sent) },
        });
        version.current = data.version;
        saved.current = sent;
        const isAll = isSame(latest.current, sent);
        if (isAll) copy.forget();
        setState(isAll ? { kind: "clean", at: new Date() } : { kind: "dirty" });
        return true;
      } catch (error) {
        setState({ kind: "failed", text: errorText(error) });
        return false;
      }
    };
    return run(send);
  }, [userId, id, copy, isFree, run]);

  const put = (place: string, text: string) => {
    setTexts((before) => ({ ...before, [place]: text }));
    setProblems(({ [place]: _solved, ...others }) => others);
    setState((before) => (before.kind === "failed" ? before : { kind: "dirty" }));
  };

  /** Hands in what is there; true when it was taken. Texts of a refusal stand on their fields. */
  const submit = async (): Promise<boolean> => {
    await isFree();
    try {
      await callAsMember(userId, "POST", `${PANEL}/submit`, {
        body: { id, version: version.current, ...bodyOf(latest.current) },
      });
      copy.forget();
      saved.current = latest.current;
      return true;
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : undefined;
      if (fields) setProblems(fields);
      else setState({ kind: "failed", text: errorText(error) });
      return false;
    }
  };

  const isUnsaved = useCallback(
    () => isWritable && !isSame(latest.current, saved.current),
    [isWritable],
  );
  const keep = useCallback(
    () => copy.keep({ version: version.current, texts: latest.current }),
    [copy],
  );
  useAutosave({ typed: texts, isUnsaved, keep, save, afterMs: AUTOSAVE_MS });

  return { texts, state, problems, put, save, submit };
}

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, call, report } from "#src/office/calls/http.ts";
import { useOpened } from "#src/office/layers/use-opened.ts";
import { fetchFile, saveBlob } from "#src/office/list/export-file.ts";
import { errorText } from "#src/site/session/http.ts";
import { fileProblem } from "./import-report.ts";
import type { PreviewRow } from "./import-rows.tsx";

/** The preview of an import; `rows` are the first ones, wrong ones before good ones. */
export type Preview<R> = {
  total: number;
  added: number;
  updated: number;
  failed: number;
  rows: R[];
};

const UNREADABLE = "无法读取这个文件，请重新选择";

/** Each choice is checked again, also when the same file was mended meanwhile. */
let choices = 0;

/** The steps of an import: file, preview, wrong rows, result. */
export function useImport<R extends PreviewRow>({
  path,
  onImported,
}: {
  path: string;
  onImported: () => void;
}) {
  const [choice, setChoice] = useState<{ file: File; id: number }>();
  const [refused, setRefused] = useState<string>();
  const [updates, setUpdates] = useState(false);
  const [onlyProblems, setOnlyProblems] = useState(false);

  const bodyOf = (file: File) => {
    const body = new FormData();
    body.set("file", file);
    return body;
  };
  const query = `updateSupport=${updates ? 1 : 0}`;

  const looking = useOpened(
    ["import", path, choice?.id, updates],
    async (signal) => {
      if (!choice) throw new Error("no file");
      const body = bodyOf(choice.file);
      const url = `${path}/importPreview?${query}`;
      return (await call<{ data: Preview<R> }>("POST", url, { body, signal, isQuiet: true })).data;
    },
    { enabled: choice !== undefined },
  );
  const preview = looking.isFetching ? undefined : looking.data;

  const getErrors = useMutation({
    mutationFn: (file: File) => fetchFile(`${path}/importErrors?${query}`, bodyOf(file)),
  });

  const sending = useMutation({
    mutationFn: async ({ file, isPart }: { file: File; isPart: boolean }) => {
      // Once the good rows are written the server would count them among the wrong ones.
      const errors = isPart ? await getErrors.mutateAsync(file) : undefined;
      const url = `${path}/importData?${query}${isPart ? "&validOnly=1" : ""}`;
      const body = bodyOf(file);
      const { msg } = await call<{ msg: string }>("POST", url, { body, isQuiet: true });
      return { msg, errors };
    },
    onSettled: onImported,
    // Something has changed since the preview.
    onError: (error) => {
      if (error instanceof ApiError && error.code === 500) void looking.refetch();
    },
  });

  const take = async (chosen: File) => {
    const wrong = fileProblem(chosen);
    // A copy: a file that is saved again while the dialog is open can no longer be sent.
    const bytes = wrong ? undefined : await chosen.arrayBuffer().catch(() => undefined);
    sending.reset();
    getErrors.reset();
    setOnlyProblems(false);
    setRefused(wrong ?? (bytes ? undefined : UNREADABLE));
    choices++;
    setChoice(bytes && { file: new File([bytes], chosen.name), id: choices });
  };

  // The report comes as `msg` with every code; other failures say nothing about rows.
  const isReport = sending.error instanceof ApiError && sending.error.code === 500;
  const failure = sending.error && !isReport ? sending.error : looking.error;
  // A refusal of the file stays one; a call without an answer may be repeated.
  const isRefusal = looking.error instanceof ApiError && looking.error.code === 500;
  const isPart = preview !== undefined && preview.failed > 0;

  return {
    file: choice?.file,
    take,
    updates,
    setUpdates: (next: boolean) => {
      sending.reset();
      getErrors.reset();
      setUpdates(next);
    },
    isReading: looking.isFetching,
    preview,
    rows: (preview?.rows ?? []).filter(({ problem }) => !(onlyProblems && problem === null)),
    onlyProblems,
    setOnlyProblems,
    /** Why there is no preview, or why an import was not answered; may hold `<br/>`. */
    problem: refused ?? (failure && !looking.isFetching ? errorText(failure) : undefined),
    canRetry: refused === undefined && looking.error !== null && !isRefusal,
    retry: () => void looking.refetch(),
    send: () => choice && sending.mutate({ file: choice.file, isPart }),
    isSending: sending.isPending,
    done: sending.isSuccess,
    report: sending.data?.msg ?? (isReport ? errorText(sending.error) : undefined),
    /** good: every row was written; part: the good ones were; bad: none. */
    mood: sending.isSuccess ? (sending.data.errors ? "part" : "good") : "bad",
    hasErrorFile: sending.data?.errors !== undefined,
    isSaving: getErrors.isPending && !sending.isPending,
    saveErrors: async (noun: string) => {
      if (!choice) return;
      try {
        const file = sending.data?.errors ?? (await getErrors.mutateAsync(choice.file));
        saveBlob(file, `${noun}导入错误行`);
      } catch (error) {
        report(error);
      }
    },
  };
}

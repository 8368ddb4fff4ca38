import { DeleteOutlined } from "@ant-design/icons";
import { useMutation } from "@tanstack/react-query";
import { Button } from "antd";
import { type ReactNode, useState } from "react";
import { type Noun, regular } from "../../lib/menu/permission.ts";
import { useCan } from "../account/can.tsx";
import { call } from "../calls/http.ts";
import { ask, notify } from "../calls/notify.ts";
import { tellChange } from "../calls/queries.ts";
import { CrudPage } from "./crud-page.tsx";
import type { Column, Filter, RowAction } from "./crud-types.ts";

type LogPageProps<R> = {
  /** 登录日志, 操作日志: of the log and of each of its rows. */
  noun: string;
  /** Heading of the page, where it says more. */
  title?: string;
  path: string;
  permi: Noun;
  id: keyof R & string;
  /** The column that names a row, with its number. */
  name: keyof R & string;
  filters: readonly Filter[];
  columns: readonly Column<R>[];
  rowActions?: readonly RowAction<R>[];
  /** Narrows the list. */
  fixed?: Record<string, string>;
  /** All of one row, in a drawer; undefined: the columns say it all. */
  detail?: (row: R, onClose: () => void) => ReactNode;
  /** What stays when rows are removed; undefined: nothing does. */
  removalText?: string;
  /** What stays when all are. */
  clearingText: string;
};

/** A log: its rows are read, taken off the list one by one or all at once, and never written. */
export function LogPage<R extends object>({
  noun,
  title = noun,
  path,
  permi,
  id,
  name,
  detail,
  removalText,
  clearingText,
  ...page
}: LogPageProps<R>) {
  const can = useCan();
  const [read, setRead] = useState<R>();
  const remover = regular(permi, "remove");
  const clearing = useMutation({
    mutationFn: () => call("DELETE", `${path}/clean`),
    onSuccess: async () => {
      notify.success(`${noun}已清空`);
      await tellChange([path]);
    },
  });
  const clear = async () => {
    const question = { title: `清空${noun}？`, text: clearingText, ok: "清空", isDanger: true };
    if (await ask(question)) clearing.mutate();
  };
  return (
    <>
      <CrudPage
        {...page}
        title={title}
        entity={{
          noun,
          unit: "条",
          path,
          permi,
          id,
          name,
          nameOf: (row) => `${row[name] || "（未填写）"} ${row[id]}`,
          ...(removalText
            ? {
                removal: {
                  verb: "删除",
                  permi: remover,
                  bulkPermi: remover,
                  text: removalText,
                },
              }
            : {}),
        }}
        form={{ read: detail && setRead }}
        actions={
          can.permi([remover]) && (
            <Button
              danger
              icon={<DeleteOutlined aria-hidden />}
              loading={clearing.isPending}
              onClick={() => void clear()}
            >
              清空
            </Button>
          )
        }
      />
      {read && detail?.(read, () => setRead(undefined))}
    </>
  );
}

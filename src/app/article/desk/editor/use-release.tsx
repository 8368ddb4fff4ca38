import type { FormInstance } from "antd";
import { useState } from "react";
import { showRefusal } from "#src/office/calls/form-errors.ts";
import { notify } from "#src/office/calls/notify.ts";
import type { DeskArticle } from "../model/desk.ts";
import type { ArticleFields } from "../model/fields.ts";
import { act, tellArticles } from "../parts/calls.ts";
import type { When } from "../parts/publish-dialog.tsx";
import { useWording } from "../parts/use-wording.tsx";
import { replaceWord, replaceWordInHtml } from "../parts/wording-text.ts";
import { FIELD_NAMES } from "../review/difference.ts";
import { fieldsIn, type Saving } from "./use-saving.ts";

/** Fields whose words are looked through and can be replaced where they stand. */
const PLAIN = ["articleName", "subtitle", "summary", "keywords", "seoTitle", "seoDescription"];

/** 送审 and 发布 from the editor: saved first, refused on the fields, words asked about. */
export function useRelease({
  form,
  saving,
  onDone,
}: {
  form: FormInstance;
  saving: Saving;
  onDone: (id: number) => void;
}) {
  const [isBusy, setBusy] = useState(false);
  const wording = useWording(({ field, word, suggestion }) => {
    const isHtml = field === "content";
    if (!isHtml && !PLAIN.includes(field)) return 0;
    const text = String(form.getFieldValue(field) ?? "");
    const done = (isHtml ? replaceWordInHtml : replaceWord)(text, word, suggestion);
    if (done.count > 0) {
      form.setFieldValue(field, done.text);
      saving.touch();
    }
    return done.count;
  });

  const run = async (
    verb: "submit" | "publish",
    word: string,
    more: Record<string, unknown>,
    done: string,
  ) => {
    if (isBusy) return;
    setBusy(true);
    try {
      if (!(await saving.save("manual"))) return;
      const id = saving.idNow();
      if (id === undefined) return;
      const result = await wording.run(
        word,
        (answer) => act(verb, { id, version: saving.versionNow(), ...more, ...answer }),
        verb === "publish",
      );
      if (result === undefined) return;
      saving.giveUp();
      notify.success(`${done}「${fieldsIn(form).articleName}」`);
      onDone(id);
      await tellArticles();
    } catch (error) {
      showRefusal(form, FIELD_NAMES, error);
    } finally {
      setBusy(false);
    }
  };

  return {
    /** Not while it waits for an answer about the words. */
    isBusy: isBusy && !wording.dialog,
    dialog: wording.dialog,
    submit: () => void run("submit", "送审", {}, "已送审"),
    publish(when: When) {
      const { publishTime } = fieldsIn(form);
      if (when !== "now" && !publishTime) {
        form.setFields([{ name: "publishTime", errors: ["请选择时间"] }]);
        form.focusField("publishTime");
        return;
      }
      const more = when === "now" ? { when } : { when, publishTime };
      void run("publish", "发布", more, when === "at" ? "已定时" : "已发布");
    },
    /** For a preview: a text without a time shows today's. */
    fieldsNow: (): ArticleFields => fieldsIn(form),
    /** The time that goes with a choice of 立即, 定时 and 补录. */
    timeFor(first: ArticleFields, article: DeskArticle | undefined): string | null {
      if (article?.status === "3") return first.publishTime;
      return form.getFieldValue("when") === "now" ? null : first.publishTime;
    },
  };
}

import { useCallback, useEffect, useRef, useState } from "react";
import { readAloud } from "../reading/read-aloud.ts";
import { callApi, errorText } from "../session/http.ts";

type Answer = { captchaEnabled: boolean; uuid?: string; img?: string; text?: string };
type Kind = "image" | "text";

export type Captcha = {
  /** false where the setting switches captchas off; until known they are taken to be on. */
  isOn: boolean;
  uuid: string;
  /** base64 of the picture, or empty. */
  img: string;
  /** The question in words, or empty. */
  text: string;
  value: string;
  isLoading: boolean;
  /** Why no question could be had. */
  problem: string;
  setValue(value: string): void;
  /** A new question of the same kind; each serves once. */
  reload(): void;
  /** The question in words instead of the picture. */
  showText(): void;
  /** Speaks the question. */
  hear(): void;
};

/** A question lives two minutes (wire 4.1): an untouched one is replaced before. */
const FRESH_MS = 110_000;

/** The captcha of a form: loads the question, keeps the typed answer. */
export function useCaptcha(): Captcha {
  const [answer, setAnswer] = useState<Answer>({ captchaEnabled: true });
  const [value, setValue] = useState("");
  const [isLoading, setLoading] = useState(true);
  const [problem, setProblem] = useState("");
  const asked = useRef(0);

  const load = useCallback(async (kind: Kind): Promise<string> => {
    const number = ++asked.current;
    setLoading(true);
    setProblem("");
    try {
      const next = await callApi<Answer>("GET", "/captchaImage", {
        isToken: false,
        query: { type: kind === "text" ? "text" : undefined },
      });
      if (number !== asked.current) return "";
      setAnswer(next);
      setValue("");
      return next.text ?? "";
    } catch (error) {
      if (number !== asked.current) return "";
      setProblem(errorText(error));
      return "";
    } finally {
      if (number === asked.current) setLoading(false);
    }
  }, []);

  useEffect(() => {
    void load("image");
  }, [load]);

  const isWords = answer.text !== undefined;
  const isUntouched = value === "" && answer.img !== undefined;
  useEffect(() => {
    if (!isUntouched) return;
    const timer = setTimeout(() => {
      if (document.visibilityState === "visible") void load("image");
    }, FRESH_MS);
    return () => clearTimeout(timer);
  }, [isUntouched, load]);

  return {
    isOn: answer.captchaEnabled,
    uuid: answer.uuid ?? "",
    img: answer.img ?? "",
    text: answer.text ?? "",
    value,
    isLoading,
    problem,
    setValue,
    reload: () => void load(isWords ? "text" : "image"),
    showText: () => void load("text"),
    hear: async () => {
      const words = answer.text ?? (await load("text"));
      if (words) readAloud(words);
    },
  };
}

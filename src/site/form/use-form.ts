import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { ApiError, errorText } from "../session/http.ts";

type Problems = Readonly<Record<string, string | undefined>>;

export type Form<V extends Record<string, string>> = {
  values: V;
  errors: Problems;
  /** The error of the form as a whole, when it belongs to no field. */
  message: string;
  isBusy: boolean;
  formRef: RefObject<HTMLFormElement | null>;
  set(name: keyof V & string, value: string): void;
  /** Properties of the field of this name: value, error, and handler of changes. */
  field<N extends keyof V & string>(
    name: N,
  ): { name: N; value: string; error: string | undefined; onChange: (value: string) => void };
  /** Takes the text off a field that is no value of the form (captcha, check box). */
  clear(name: string): void;
  /** Shows texts on fields and moves the focus to the first; false when there are none. */
  refuse(problems: Problems): boolean;
  /** Shows why a call failed; `names` maps the server's field names to the form's. */
  fail(error: unknown, names?: Readonly<Record<string, string>>): void;
  /** For onSubmit: checks, then acts; the typed values always stay. */
  submit(
    check: (values: V) => Problems,
    act: (values: V) => Promise<void>,
  ): (event: FormEvent) => void;
};

const some = (problems: Problems) => Object.values(problems).some(Boolean);

/** State of a form whose fields are texts. */
export function useForm<V extends Record<string, string>>(initial: V): Form<V> {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<Problems>({});
  const [message, setMessage] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const formRef = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (refusals === 0) return;
    formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);

  const refuse = (problems: Problems) => {
    setErrors(problems);
    if (some(problems)) setRefusals((count) => count + 1);
    return some(problems);
  };
  const fail = (error: unknown, names: Readonly<Record<string, string>> = {}) => {
    const fields = error instanceof ApiError ? (error.fields ?? {}) : {};
    const renamed = Object.entries(fields).map(([name, text]) => [names[name] ?? name, text]);
    if (!refuse(Object.fromEntries(renamed))) setMessage(errorText(error));
  };

  const set = (name: keyof V & string, value: string) => {
    setValues((before) => ({ ...before, [name]: value }));
    setErrors((before) => ({ ...before, [name]: undefined }));
  };

  return {
    values,
    errors,
    message,
    isBusy,
    formRef,
    set,
    field: (name) => ({
      name,
      value: values[name] ?? "",
      error: errors[name],
      onChange: (value) => set(name, value),
    }),
    clear: (name) => setErrors((before) => ({ ...before, [name]: undefined })),
    refuse,
    fail,
    submit: (check, act) => async (event) => {
      event.preventDefault();
      if (isBusy) return;
      setMessage("");
      if (refuse(check(values))) return;
      setBusy(true);
      try {
        await act(values);
      } catch (error) {
        fail(error);
      } finally {
        setBusy(false);
      }
    },
  };
}

/** How a text reaches the person; the shell puts Ant Design behind it. */
export type Notifier = {
  /** With `undo` it has a button that takes the change back, while it is shown. */
  success(text: string, undo?: () => void): void;
  /** Orange. */
  warning(text: string): void;
  /** Red. */
  error(text: string): void;
  /** A box that says more than a passing line. */
  box(text: string): void;
};

/** specification 9: a toast stays 5,000 ms. */
export const TOAST_SECONDS = 5;

const silent: Notifier = {
  success: () => undefined,
  warning: () => undefined,
  error: () => undefined,
  box: () => undefined,
};

let current: Notifier = silent;

export function setNotifier(next: Notifier): void {
  current = next;
}

/** Texts for the person, from anywhere in the office. */
export const notify: Notifier = {
  success: (text, undo) => current.success(text, undo),
  warning: (text) => current.warning(text),
  error: (text) => current.error(text),
  box: (text) => current.box(text),
};

type Question = { title: string; text: string; ok: string; isDanger?: boolean };
type Ask = (question: Question) => Promise<boolean>;

let asking: Ask = async () => false;

export function setAsk(next: Ask): void {
  asking = next;
}

/** A question with 取消 and one other answer; true for the other one. */
export const ask: Ask = (question) => asking(question);

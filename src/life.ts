/** One run of the program: what it has opened, and the first signal that asks it to stop. */
export type Life = {
  /** Aborted by the first SIGTERM or SIGINT; a terminal and npm may both send one. */
  signal: AbortSignal;
  /** Is closed at the end, the last one first. */
  atEnd(close: () => unknown): void;
  /** Waits no longer than until a signal. @throws the signal's reason. */
  unlessStopped<T>(work: Promise<T>): Promise<T>;
  /** From now on a signal closes everything and ends the process with code 0. */
  serve(): void;
  /** Closes everything that was opened. */
  end(): Promise<void>;
};

/** Why a start was given up. */
class Stopped extends Error {}

/**
 * Listens for signals from the first moment on: who is stopped in the middle of a start must leave
 * nothing running behind.
 */
export function beginLife(): Life {
  const controller = new AbortController();
  const { signal } = controller;
  const closing: (() => unknown)[] = [];
  let isServing = false;
  let ending: Promise<void> | undefined;

  const closeAll = async () => {
    for (const close of closing.splice(0).reverse()) await close();
  };
  const end = () => {
    ending ??= closeAll();
    return ending;
  };
  const leave = () => {
    end().then(
      () => process.exit(0),
      (error) => {
        console.error((error as Error).message);
        process.exit(1);
      },
    );
  };
  for (const name of ["SIGTERM", "SIGINT"] as const) {
    process.on(name, () => {
      if (signal.aborted) return;
      controller.abort(new Stopped());
      if (isServing) leave();
    });
  }
  return {
    signal,
    atEnd: (close) => void closing.push(close),
    unlessStopped: (work) =>
      new Promise((resolve, reject) => {
        const stop = () => reject(signal.reason);
        if (signal.aborted) stop();
        signal.addEventListener("abort", stop, { once: true });
        work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
      }),
    serve: () => {
      isServing = true;
      if (signal.aborted) leave();
    },
    end,
  };
}

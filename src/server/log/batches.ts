/** Items of one write. */
const MAX_BATCH = 100;
/** More than the database can take: past it items are refused, not kept in memory. */
const MAX_WAITING = 10_000;

/** Collects what comes while one batch is written into the next one. */
export function batches<T>(write: (items: T[]) => Promise<void>) {
  type Waiting = { item: T; done: () => void; failed: (error: unknown) => void };
  const waiting: Waiting[] = [];
  let writing: Promise<void> | undefined;
  const drain = async () => {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, MAX_BATCH);
      await write(batch.map(({ item }) => item)).then(
        () => {
          for (const { done } of batch) done();
        },
        (error: unknown) => {
          for (const { failed } of batch) failed(error);
        },
      );
    }
    writing = undefined;
  };
  const add = (item: T) =>
    new Promise<void>((done, failed) => {
      if (waiting.length >= MAX_WAITING)
        return failed(new Error("too many are waiting to be written"));
      waiting.push({ item, done, failed });
      writing ??= drain();
    });
  return Object.assign(add, { settled: async () => writing });
}

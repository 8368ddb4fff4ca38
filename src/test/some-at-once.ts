/** As many as leave connections of the pool to a call that takes several. */
const LANES = 4;

/** Does something with each of a list, some at a time: a call waits for the database most of its time. */
export async function someAtOnce<T>(
  items: Iterable<T>,
  act: (item: T) => Promise<void>,
): Promise<void> {
  const left = items[Symbol.iterator]();
  const lane = async () => {
    for (let next = left.next(); !next.done; next = left.next()) await act(next.value);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

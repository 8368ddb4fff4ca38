/**
 * Lets `atOnce` works run, the rest wait their turn in order. `busy` counts both.
 */
export function limiter(atOnce: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return {
    get busy(): number {
      return running + waiting.length;
    },
    async run<T>(work: () => Promise<T>): Promise<T> {
      if (running >= atOnce) await new Promise<void>((go) => waiting.push(go));
      else running++;
      try {
        return await work();
      } finally {
        // The next in line takes the place over, nobody can slip in between.
        const next = waiting.shift();
        if (next) next();
        else running--;
      }
    },
  };
}

/** An error and its causes, from the outside in: libraries wrap errors. */
export function causesOf(error: unknown): unknown[] {
  const chain: unknown[] = [];
  let each = error;
  while (each !== undefined && each !== null && !chain.includes(each)) {
    chain.push(each);
    each = (each as { cause?: unknown }).cause;
  }
  return chain;
}

/** Whether one of them carries a code of this form: PostgreSQL's SQLSTATE, or one of the system. */
export const hasCode = (error: unknown, form: RegExp): boolean =>
  causesOf(error).some((each) => {
    const { code } = each as { code?: unknown };
    return typeof code === "string" && form.test(code);
  });

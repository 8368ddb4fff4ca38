/** A check of lib/validators as a rule of Ant Design's forms. */
export const ruleOf = (check: (value: string) => string | undefined) => ({
  validator: async (_rule: unknown, value: unknown): Promise<void> => {
    const text = check(typeof value === "string" ? value : "");
    if (text) throw new Error(text);
  },
});

/** Characters that are not seen (zero-width ones, direction marks) are as good as none. */
export const isBlank = (text: string): boolean => !/[^\s\p{Cf}]/u.test(text);

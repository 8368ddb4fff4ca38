/** A person's text as part of a LIKE pattern, in which it means itself. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

/** The LIKE pattern of what contains a person's text. */
export const likePattern = (text: string): string => `%${escapeLike(text)}%`;

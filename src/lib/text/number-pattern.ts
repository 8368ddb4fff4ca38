/** specification 5: optional sign, whole part without leading zeros, optional decimals. */
const NUMBER = /^[+-]?(0|[1-9]\d*)(\.\d+)?$/;

export const isNumberText = (text: string): boolean => NUMBER.test(text);

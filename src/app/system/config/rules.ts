import { SECRET_NAME } from "#src/lib/secret-name.ts";
import { isBlank } from "#src/lib/text/blank.ts";
import { hintOfKind, problemOfKind, VALUE } from "./kinds.ts";
import { settingOf } from "./settings.ts";

/** Keys whose values say how the house is locked: never answered to people who are not staff. */
const CLOSED = /^(sys\.(user|login)\.|security\.|sms\.|mail\.|site\.baidu)/;

/** Allowed values of a setting, for the form; undefined where all are. */
export function hintOf(key: string): string | undefined {
  const setting = settingOf(key);
  return setting && hintOfKind(setting.kind);
}

/** Text for a value that its key does not allow, named `label`; an empty one only where its kind says so. */
export function checkValue(key: string, value: string, label = VALUE): string | undefined {
  const setting = settingOf(key);
  if (setting) return problemOfKind(setting.kind, value, label);
  return isBlank(value) ? `${label}不能为空` : undefined;
}

/** Stands for a secret value wherever it is read; sent back, it means "as it is". */
export const HIDDEN = "******";

/** Whether the value is written and never read again: passwords, sealed keys, settings named like them. */
export function isSecret(key: string): boolean {
  const kind = settingOf(key)?.kind.kind;
  return kind === undefined
    ? SECRET_NAME.test(key)
    : kind === "password" || kind === "sealed" || kind === "secret";
}

/** Whether the program encrypts the value when it is saved. */
export const isToSeal = (key: string): boolean => settingOf(key)?.kind.kind === "secret";

/** The row as it is read. */
export const withoutSecret = <R extends { configKey: string; configValue: string }>(row: R): R =>
  isSecret(row.configKey) && row.configValue !== "" ? { ...row, configValue: HIDDEN } : row;

/** Whether the value is the path of an uploaded picture. */
export const isPicture = (key: string): boolean => settingOf(key)?.kind.kind === "picture";

export const mayBePublic = (key: string): boolean => !CLOSED.test(key);

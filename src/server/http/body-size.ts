/** The largest body of an ordinary call; uploads have limits of their own. */
export const BODY_BYTES = 1024 * 1024;

/** A character as JSON may escape it; in UTF-8 it has three bytes, or four. */
const CHARACTER_BYTES = 6;

type Property = { maxLength?: number; "x-shape"?: { maxLength?: number } };
type Schema = { properties?: Record<string, Property> };

/**
 * Bytes a call's body may have: what its fields' rules let through must come in, however it is
 * written. A limit that knows nothing of them would refuse a text that the form has counted as good.
 */
export function bodyBytes(schema: unknown): number {
  const { properties = {} } = (schema ?? {}) as Schema;
  const characters = Object.values(properties)
    .map((property) => property.maxLength ?? property["x-shape"]?.maxLength ?? 0)
    .reduce((sum, length) => sum + length, 0);
  return Math.max(BODY_BYTES, characters * CHARACTER_BYTES + BODY_BYTES / 16);
}

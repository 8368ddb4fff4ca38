import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

// A sealed value (server/secrets/field-box.ts): one byte that says so, the mark of its key, nonce, tag, body.
export const SEALED_FORM = 1;
export const KEY_ID_BYTES = 4;
export const NONCE_BYTES = 12;
const TAG_BYTES = 16;
export const HEAD_BYTES = 1 + KEY_ID_BYTES;
export const BODY_AT = HEAD_BYTES + NONCE_BYTES + TAG_BYTES;

/** For a check of the table: refuses what nobody has sealed; passes nothing at all. */
export const isSealed = (column: SQLWrapper): SQL =>
  sql`octet_length(${column}) >= ${sql.raw(String(BODY_AT))}
    and substring(${column} from 1 for 1) = '\\x01'::bytea`;

/** The first bytes of a sealed column, in a statement. */
export const headIn = (column: SQLWrapper): SQL =>
  sql`substring(${column} from 1 for ${sql.raw(String(HEAD_BYTES))})`;

/** For a check of the table: a blind index of a number stands with the kind of paper that has the number. */
export const isOfPaper = (index: SQLWrapper, kind: SQLWrapper): SQL =>
  sql`${index} is null or ${kind} <> ''`;

import type { ActivityPermission } from "./activity-rows.ts";
import type { AdvicePermission } from "./advice-rows.ts";
import type { BASE_ROWS, REVEAL_ROW } from "./base-rows.ts";
import type { ContentPermission } from "./content-rows.ts";
import type { DeclarePermission } from "./declare-rows.ts";
import type { MemberPermission } from "./member-rows.ts";
import type { MessagePermission } from "./message-rows.ts";

/** The verbs of a regular entity (server/crud/crud.ts) and of its list page. */
export type RegularVerb = "list" | "query" | "add" | "edit" | "remove" | "export";

/**
 * What slices bring that put in their menu rows themselves, as generated ones do: each declares the
 * first two parts of its permissions here (`declare module`, see lib/generator/seed-file.ts).
 * @public
 */
// biome-ignore lint/suspicious/noEmptyInterface: slices fill it
export interface SliceNouns {}

/** A permission that a menu row of the seed carries: what a route or a button may ask for. */
export type Permission =
  | NonNullable<(typeof BASE_ROWS)[number]["perms"]>
  | (typeof REVEAL_ROW)["perms"]
  | ActivityPermission
  | ContentPermission
  | MemberPermission
  | MessagePermission
  | AdvicePermission
  | DeclarePermission
  | `${keyof SliceNouns}:${RegularVerb}`;

/** First two parts of permissions: `system:post`. */
export type Noun = NounIn<Permission>;
type NounIn<P> = P extends `${infer Area}:${infer Thing}:${string}` ? `${Area}:${Thing}` : never;

/**
 * The permission for a regular verb, for pages that serve any entity. Where an entity has no such verb
 * it is one that no menu row gives: the button shows for the administrator alone.
 */
export const regular = (noun: Noun, verb: RegularVerb) => `${noun}:${verb}` as Permission;

/** The verbs that there are for a noun. */
export type VerbOf<N extends Noun> = VerbIn<Permission, N>;
type VerbIn<P, N extends string> = P extends `${N}:${infer Verb}` ? Verb : never;

/** The nouns that have all of these verbs. */
export type NounWith<V extends RegularVerb> = NounHaving<Noun, V>;
type NounHaving<N extends Noun, V extends RegularVerb> = N extends Noun
  ? [V] extends [VerbOf<N>]
    ? N
    : never
  : never;

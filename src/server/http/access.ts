import type { FastifyRequest } from "fastify";
import type { Permission } from "#src/lib/menu/permission.ts";
import { AppError, FORBIDDEN, unauthenticated } from "./errors.ts";

/**
 * Who may call a route. Every route declares one; a route without one stops the boot.
 * `login`: any account. `staff`: a staff account (wire 0, "Perm -").
 * A permission string such as `system:user:list`; `role:admin` where the contract asks for the role.
 */
export type Access = "public" | "login" | "staff" | "role:admin" | Permission;

/** The account behind a Bearer token, read anew for every request. */
export type Account = {
  sessionId: number;
  userId: number;
  userName: string;
  nickName: string;
  isStaff: boolean;
  roles: string[];
  permissions: string[];
  /** A role of theirs demands a second factor and none is in force yet. */
  mustEnrol: boolean;
  /** The password is still the first one, which somebody else has made or seen. */
  mustChangePassword: boolean;
  /** Seconds since a password or a second factor was last shown in this session, at its log-in or later. */
  provedSecondsAgo: number;
};

/**
 * The account that holds everything whatever its roles, and that no other one changes (wire
 * 4.5).
 */
export const ADMINISTRATOR = 1;

export const isAdministrator = ({ userId }: Pick<Account, "userId">): boolean =>
  userId === ADMINISTRATOR;

/** What every call is answered with until the first password is changed (product 7.1). */
export const CHANGE_FIRST = "您的密码还是初始密码，请先修改密码";

declare module "fastify" {
  interface FastifyContextConfig {
    access?: Access;
    /** Open to someone who must first set up the second factor. */
    allowsEnrolment?: boolean;
    /** Open to someone whose password is still the first one: what leads to a new one, no more. */
    allowsFirstPassword?: boolean;
    /**
     * The person must have shown lately that it is they: the route changes what people may do, or gives
     * out a file about persons (product 7.1).
     */
    asksProof?: boolean;
    /** The answer goes on until one of the two ends it; asking for it keeps no session alive. */
    isEndless?: boolean;
  }
  interface FastifyRequest {
    /** Set on every route that is not public, and on public ones that carry a living token. */
    account: Account | undefined;
  }
}

export const hasPermission = (
  account: Pick<Account, "permissions">,
  permission: Permission,
): boolean => holds(account, permission);

/** The same of a text that somebody wrote into a menu row: rows are data, and may name any. */
export const holds = ({ permissions }: Pick<Account, "permissions">, permission: string): boolean =>
  permissions.includes("*:*:*") || permissions.includes(permission);

/** The token of `Authorization: Bearer …`; cookies and query are never looked at. */
export function bearerToken(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization;
  return header?.startsWith("Bearer ") ? header.slice(7).trim() || undefined : undefined;
}

/** The request's account where the access rule guarantees one. */
export function accountOf(request: FastifyRequest): Account {
  if (!request.account) throw unauthenticated(request.url);
  return request.account;
}

/**
 * Header of a call that a page makes while nobody is at it. It is not what keeps a session alive: a
 * session ends by the idleness of the person, whatever an open page asks for by itself.
 */
const UNATTENDED = "x-unattended";

/** Finds the account of a token; `isUnattended`: without a sign of life of its session. */
export type FindAccount = (token: string, isUnattended: boolean) => Promise<Account | undefined>;

/** @throws AppError where the person has not shown lately that it is they. */
export type RequireProof = (account: Account) => Promise<void>;

/** Fastify hook: token -> account -> declared access, and the proof of the person where the route asks for it. */
export function guard(findAccount: FindAccount, requireProof: RequireProof) {
  const letIn = async (request: FastifyRequest): Promise<void> => {
    const { access, isEndless } = request.routeOptions.config;
    if (access === undefined) return;
    const token = bearerToken(request);
    const isUnattended = isEndless === true || request.headers[UNATTENDED] !== undefined;
    const account = token ? await findAccount(token, isUnattended) : undefined;
    const isHeldBack =
      account?.mustChangePassword === true && !request.routeOptions.config.allowsFirstPassword;
    // Where anybody may call, they are one of the public.
    request.account = isHeldBack && access === "public" ? undefined : account;
    if (access === "public") return;
    if (!account) throw unauthenticated(request.url.split("?")[0] ?? "");
    if (isHeldBack) throw new AppError(CHANGE_FIRST);
    if (access === "login") return;
    if (!account.isStaff) throw new AppError(FORBIDDEN, { code: 403 });
    if (account.mustEnrol && !request.routeOptions.config.allowsEnrolment) {
      // Of a 403 the clients of the family show words of their own.
      throw new AppError("请先开启两步验证");
    }
    if (access === "staff") return;
    const isHeld =
      access === "role:admin" ? account.roles.includes("admin") : hasPermission(account, access);
    if (!isHeld) throw new AppError(FORBIDDEN, { code: 403 });
  };
  return async (request: FastifyRequest): Promise<void> => {
    await letIn(request);
    if (request.routeOptions.config.asksProof) await requireProof(accountOf(request));
  };
}

import { createStore } from "../../lib/store.ts";
import { readToken } from "../../site/session/token.ts";
import { currentAccount, ownerOf, updateAccount } from "./account.ts";
import { settleRelogin } from "./session-gate.ts";

/** Name of somebody else who has logged in in another tab meanwhile. */
export const strangerStore = createStore<string | undefined>(undefined);

let checking: Promise<boolean> | undefined;

/**
 * False when the cookie now holds another person's token: nothing may be sent in their name by a page
 * that shows this one's work. A new token of the same person is taken over. Without a token it is
 * true: the server will ask for a log-in.
 */
export function isSamePerson(): Promise<boolean> {
  const account = currentAccount();
  const token = readToken();
  if (!account || !token || token === account.token) return Promise.resolve(!strangerStore.get());
  checking ??= compare(account.user.userId, token).finally(() => {
    checking = undefined;
  });
  return checking;
}

async function compare(userId: number, token: string): Promise<boolean> {
  const info = await ownerOf();
  if (!info || readToken() !== token) return true;
  if (info.user.userId === userId) {
    updateAccount({ token });
    // Who has logged in in another tab need not do it here once more.
    settleRelogin(true);
    strangerStore.set(undefined);
    return true;
  }
  strangerStore.set(info.user.nickName || info.user.userName);
  return false;
}

import { createContext } from "react";

/** Nonce of one server render, undefined in the browser: see server/pages/pages.ts for why it never leaves. */
export const NonceContext = createContext<string | undefined>(undefined);

import { createStore } from "../../lib/store.ts";

/** What a person is asked for: see app/login/stepUp. */
export type ProofMethod = "password" | "totp";

/** Set while the dialog that asks for a proof is up: there is one, however many calls wait for it. */
export const proofStore = createStore<ProofMethod | undefined>(undefined);

let waiting: Promise<boolean> | undefined;
let settleWaiting: ((isGiven: boolean) => void) | undefined;

/** What `data` of a refusal demands; undefined when it demands no proof. */
export function proofMethodOf(data: unknown): ProofMethod | undefined {
  if (typeof data !== "object" || data === null || !("stepUp" in data)) return undefined;
  const asked = data.stepUp;
  if (typeof asked !== "object" || asked === null || !("method" in asked)) return undefined;
  return asked.method === "password" || asked.method === "totp" ? asked.method : undefined;
}

/** Asks the person to show that it is they; true when they did, false when they turned away. */
export function askProof(method: ProofMethod): Promise<boolean> {
  waiting ??= new Promise<boolean>((resolve) => {
    settleWaiting = resolve;
  });
  proofStore.set(method);
  return waiting;
}

/** Closes the dialog and lets the waiting calls go on, or fail. */
export function settleProof(isGiven: boolean): void {
  proofStore.set(undefined);
  settleWaiting?.(isGiven);
  waiting = undefined;
  settleWaiting = undefined;
}

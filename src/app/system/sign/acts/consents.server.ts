import { currentAgreement } from "#src/app/agreement/service.server.ts";
import type { Db } from "#src/db/client.ts";
import { AGREE_FIRST, IDENTITY_CONSENT_FIRST } from "#src/lib/people/agreement.ts";
import type { Given } from "#src/server/flow/flow.ts";
import { refuseFields } from "#src/server/http/errors.ts";

const DOCS = ["user", "privacy"] as const;
const CHANGED = "协议已更新，请刷新页面，重新阅读并同意";

/** The agreements in force, and apart from them the number of the paper: product 4.3 and 7.2. */
export async function requireConsents(tx: Db, given: Given): Promise<void> {
  const list = Array.isArray(given.consents) ? (given.consents as unknown[]) : [];
  const agreed = new Map(
    list.flatMap((each): [unknown, unknown][] => {
      if (typeof each !== "object" || each === null) return [];
      const { doc, version } = each as Record<string, unknown>;
      return [[doc, version]];
    }),
  );
  for (const doc of DOCS) {
    const current = await currentAgreement(tx, doc);
    if (!current) continue;
    if (!agreed.has(doc)) refuseFields({ consents: AGREE_FIRST });
    if (agreed.get(doc) !== current.version) refuseFields({ consents: CHANGED });
  }
  refuseFields({
    sensitiveConsent: given.sensitiveConsent === true ? undefined : IDENTITY_CONSENT_FIRST,
  });
}

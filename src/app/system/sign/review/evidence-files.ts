import { SIGN_FORMS } from "#src/lib/membership/forms.ts";
import { addressOf } from "#src/office/upload/upload-file.ts";
import type { Info, SignWhole } from "../wire.ts";

/** One paper to look at. `key` names the file, `url` shows it for ten minutes. */
export type EvidenceFile = { key: string; label: string; url: string; isPdf: boolean };

const fileOf = (key: string, label: string, url: string): EvidenceFile => ({
  key,
  label,
  url,
  isPdf: key.endsWith(".pdf"),
});

const numbered = (label: string, at: number, count: number): string =>
  count > 1 ? `${label} ${at + 1}` : label;

/** The papers of the form in its order, and before them the voucher that waits. */
export function evidenceOf({ sign, payment }: Info & { sign: SignWhole }): EvidenceFile[] {
  const { fields } = SIGN_FORMS[sign.memberType];
  const vouchers = (payment?.voucherFiles ?? []).map((key, at, all) =>
    fileOf(key, numbered("缴费凭证", at, all.length), payment?.voucherLinks[at] ?? ""),
  );
  const papers = Object.entries(fields).flatMap(([name, field]) => {
    const value = sign.form[name];
    if (field.kind !== "files" || !Array.isArray(value)) return [];
    return value.map((each, at) => {
      const key = String(each);
      const label = numbered(field.label, at, value.length);
      return fileOf(key, label, sign.files[key] ?? addressOf(key));
    });
  });
  return [...papers, ...vouchers];
}

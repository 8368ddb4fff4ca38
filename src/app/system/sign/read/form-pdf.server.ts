import { and, eq, inArray } from "drizzle-orm";
import { regionName } from "#src/app/common/regions/service.server.ts";
import { storedFile } from "#src/app/common/upload/table.server.ts";
import { levelOf } from "#src/app/member/service.server.ts";
import { KIND_NAMES, type SignKind } from "#src/lib/membership/fees.ts";
import type { FormRow, MemberType, SignForm } from "#src/lib/membership/form.ts";
import { STATE_CODES } from "#src/lib/membership/sign-life.ts";
import { maskPaperNumber } from "#src/lib/people/masks.ts";
import { PAPERS } from "#src/lib/people/paper-number.ts";
import { dayInWords, formatDay } from "#src/lib/text/dates.ts";
import type { Orders } from "#src/server/documents/pdf/orders.ts";
import { pdfDrawer } from "#src/server/documents/pdf/pdf-drawer.ts";
import type { Context } from "#src/server/start/context.ts";
import { societyName } from "../../config/service.server.ts";
import { dept } from "../../dept/table.server.ts";
import { openIdentity } from "../identity/service.server.ts";
import type { Sign } from "../model/rights.server.ts";
import { maskedForm } from "./masked.server.ts";

type MembershipForm = Orders["membershipForm"];

const LONGEST_PHOTO = 8 * 1024 * 1024;

const isRow = (value: unknown): value is FormRow => typeof value === "object" && value !== null;
const rowsOf = (form: SignForm, name: string): FormRow[] => {
  const value = form[name];
  return Array.isArray(value) ? value.filter(isRow) : [];
};

/** The bytes of the photograph; undefined where there is none, or the store does not have it. */
async function photoOf({ db, files }: Context, { form }: Sign): Promise<Uint8Array | undefined> {
  const [key] = Array.isArray(form.photo) ? form.photo.map(String) : [];
  if (!key) return undefined;
  const [row] = await db
    .select()
    .from(storedFile)
    .where(and(eq(storedFile.path, key), eq(storedFile.purpose, "identity")));
  const found = row && row.bytes <= LONGEST_PHOTO ? await files.read(row.path) : undefined;
  if (!found) return undefined;
  const parts: Buffer[] = [];
  for await (const part of found.stream) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}

/** Representative, contact and seats of a unit, where they have been named. */
function personsOf(form: SignForm) {
  const [rep] = rowsOf(form, "rep");
  const [contact] = rowsOf(form, "contact");
  const seats = rowsOf(form, "seats");
  const named = ({ name = "", post = "", phone = "" }: FormRow) => ({ name, post, phone });
  return {
    ...(rep ? { rep: named(rep) } : {}),
    ...(contact ? { contact: { ...named(contact), email: contact.email ?? "" } } : {}),
    ...(seats.length > 0
      ? { seats: seats.map(({ name = "", phone = "" }) => ({ name, phone })) }
      : {}),
  };
}

/** Kind of the identity paper in words, and its number: whole for the owner, masked for staff. */
function paperOf({ env }: Context, row: Sign, isOwn: boolean) {
  const { idType } = row.form;
  const number = openIdentity(env.dataDir, row.idSealed);
  const kind = Object.entries(PAPERS).find(([key]) => key === idType)?.[1];
  return {
    ...(kind ? { idType: kind } : {}),
    ...(number ? { idNo: isOwn ? number : maskPaperNumber(number) } : {}),
  };
}

/**
 * 入会申请表 of an application, filled in, as a PDF; 草稿 stands across it until it is handed in. `isOwn`: numbers
 * and addresses are whole; staff get them masked, as their page has them.
 * @throws AppError with what the drawing refuses by.
 */
export async function formPdf(
  context: Context,
  row: Sign,
  { isOwn }: { isOwn: boolean },
): Promise<Buffer> {
  const { db, env } = context;
  const form = isOwn ? row.form : maskedForm(row.form);
  const text = (name: string): string | undefined => {
    const value = form[name];
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  const whole = (name: string) => (text(name) === undefined ? {} : { [name]: Number(text(name)) });
  const texts = (...names: string[]) =>
    Object.fromEntries(names.flatMap((name) => (text(name) ? [[name, text(name)]] : [])));
  const level = row.levelId === null ? undefined : await levelOf(db, row.levelId);
  const branches =
    row.branchIds.length > 0
      ? await db.select().from(dept).where(inArray(dept.deptId, row.branchIds))
      : [];
  const region = await regionName(row.region);
  const photo = await photoOf(context, row);
  const isDraft = row.state === STATE_CODES.draft || row.state === STATE_CODES.returned;
  const shared = {
    society: await societyName(context),
    applyNo: row.applyNo,
    purpose: KIND_NAMES[row.kind as SignKind],
    isDraft,
    ...(row.submittedAt ? { filledOn: dayInWords(formatDay(row.submittedAt)) } : {}),
    ...(region ? { region } : {}),
    ...(level ? { level: level.levelName } : {}),
    years: row.years,
    ...(branches.length > 0 ? { branches: branches.map(({ deptName }) => deptName) } : {}),
  };
  const data: MembershipForm =
    row.memberType === "02"
      ? {
          kind: "unit",
          ...shared,
          ...texts("orgName", "creditCode", "orgType", "address", "website", "intro"),
          ...texts("legalPerson", "invoiceTitle"),
          ...whole("staffCount"),
          ...(text("foundDate") ? { foundDate: dayInWords(text("foundDate") ?? "") } : {}),
          taxNo: row.creditCode,
          ...personsOf(form),
        }
      : {
          kind: "person",
          ...shared,
          ...texts("realName", "gender", "nation", "phone", "email", "address", "postcode"),
          ...texts("workUnit", "dept", "post", "title", "education", "degree", "major"),
          ...texts("resume", "achievements"),
          ...whole("workYears"),
          ...(text("birthday") ? { birthday: dayInWords(text("birthday") ?? "") } : {}),
          ...paperOf(context, row, isOwn),
          ...(Array.isArray(form.fields) ? { fields: form.fields.map(String) } : {}),
          referees: rowsOf(form, "referees").map(({ name = "", memberNo = "" }) => ({
            name,
            memberNo,
          })),
          directoryVisible: row.directoryVisible,
          ...(photo ? { photo } : {}),
        };
  return pdfDrawer(env).draw("membershipForm", data);
}

/** The empty form to download, of persons or of units. */
export const blankFormPdf = async (context: Context, memberType: MemberType): Promise<Buffer> =>
  pdfDrawer(context.env).draw("membershipForm", {
    kind: memberType === "02" ? "unit" : "person",
    society: await societyName(context),
  });

import { regionName } from "#src/app/common/regions/service.server.ts";
import type { SignForm } from "#src/lib/membership/form.ts";
import type { AddressLabels } from "#src/server/documents/pdf/address-labels.ts";
import type { Member } from "../service.server.ts";

type Label = AddressLabels["labels"][number];

const textOf = (form: SignForm, name: string): string => {
  const value = form[name];
  return typeof value === "string" ? value.trim() : "";
};

/** Whether a letter would arrive: the form says where somebody lives or sits. */
export const hasAddress = ({ form }: Pick<Member, "form">): boolean =>
  textOf(form, "address") !== "";

/** Names that a refusal lists. */
const NAMED = 5;

/** `甲、乙等 7 位` of several members. */
export function namesOf(rows: readonly Pick<Member, "name">[]): string {
  const names = rows.slice(0, NAMED).map(({ name }) => name);
  return `${names.join("、")}${rows.length > NAMED ? `等 ${rows.length} 位` : ""}`;
}

/** The address with province, city and county before it, where it does not begin with them. */
export async function labelOf({ form, region, name, memberType }: Member): Promise<Label> {
  const address = textOf(form, "address");
  const place = (await regionName(region)).replaceAll(" · ", "");
  const whole = place && !address.startsWith(place.slice(0, 2)) ? `${place}${address}` : address;
  const postcode = textOf(form, "postcode");
  const common = { address: whole, ...(postcode ? { postcode } : {}) };
  if (memberType === "01") {
    const unit = textOf(form, "workUnit");
    return { ...common, name, honorific: "老师", ...(unit && unit !== "无" ? { unit } : {}) };
  }
  const contact = Array.isArray(form.contact) ? form.contact[0] : undefined;
  const person = typeof contact === "object" ? (contact.name ?? "") : "";
  return person ? { ...common, name: person, honorific: "老师", unit: name } : { ...common, name };
}

import { checkRegion } from "#src/app/common/regions/service.server.ts";
import { checkEmail, normaliseEmail } from "#src/lib/people/email.ts";
import { checkPhone, normalisePhone } from "#src/lib/people/phone.ts";
import { refuseFields } from "#src/server/http/errors.ts";
import type { Member } from "../service.server.ts";
import type { member } from "../table.server.ts";

/** How a member is reached; what is not named stays. */
export type ContactGiven = {
  phone?: string;
  email?: string;
  region?: string;
  address?: string;
  workUnit?: string;
  directoryVisible?: boolean;
};

/** Characters, as the application has them. */
const MOST = { address: 200, workUnit: 100 } as const;

const tooLong = (text: string | undefined, label: string, most: number) =>
  text !== undefined && Array.from(text).length > most ? `${label}最多 ${most} 个字` : undefined;

/** The columns of a member with what a body says. @throws AppError on the fields that are wrong. */
export async function contactValues(
  row: Member,
  given: ContactGiven,
): Promise<Partial<typeof member.$inferInsert>> {
  const phone = given.phone === undefined ? undefined : normalisePhone(given.phone);
  const email = given.email === undefined ? undefined : normaliseEmail(given.email);
  const region = given.region?.trim();
  const address = given.address?.trim();
  const workUnit = given.workUnit?.trim();
  refuseFields({
    phone: phone ? checkPhone(phone) : undefined,
    email: email ? checkEmail(email) : undefined,
    region: region ? await checkRegion(region) : undefined,
    address: tooLong(address, "通信地址", MOST.address),
    workUnit: tooLong(workUnit, "工作单位", MOST.workUnit),
  });
  const isUnit = row.memberType === "02";
  return {
    ...(phone === undefined ? {} : { phone }),
    ...(email === undefined ? {} : { email }),
    ...(region === undefined ? {} : { region }),
    ...(given.directoryVisible === undefined ? {} : { directoryVisible: given.directoryVisible }),
    form: {
      ...row.form,
      ...(address === undefined ? {} : { address }),
      ...(region === undefined ? {} : { region }),
      ...(phone === undefined || isUnit ? {} : { phone }),
      ...(email === undefined || isUnit ? {} : { email }),
      ...(workUnit === undefined || isUnit ? {} : { workUnit }),
    },
  };
}

import { type Static, Type } from "typebox";
import { texts } from "#src/lib/wire.ts";

/** What the register has of oneself: whole, but for the number of one's papers. */
export const OwnData = Type.Object(
  texts(
    "memberNo",
    "memberType",
    "name",
    "idType",
    "idNo",
    "creditCode",
    "phone",
    "email",
    "regionName",
    "address",
    "workUnit",
  ),
);
export type OwnData = Static<typeof OwnData>;

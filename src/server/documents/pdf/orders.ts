import { type AttendanceList, attendanceList } from "./activity/attendance-list.ts";
import { type Badges, badges } from "./activity/badges.ts";
import { type NameLabels, nameLabels } from "./activity/name-labels.ts";
import { type RoomSheet, roomSheet } from "./activity/room-sheet.ts";
import { type AddressLabels, addressLabels } from "./address-labels.ts";
import {
  type CertificateData,
  certificate,
  type HonourCertificate,
  honourCertificate,
} from "./certificate.ts";
import { type CouncilAgenda, councilAgenda } from "./council-agenda.ts";
import { type DeclareForm, declareForm } from "./declare-form.ts";
import { type DuesLetters, duesLetters } from "./dues-letters.ts";
import type { FontShelf } from "./font-shelf.ts";
import { type MeetingSheet, meetingSheet } from "./meeting-sheet.ts";
import { type MembershipForm, membershipForm } from "./membership-form.ts";
import { type PaymentNotice, paymentNotice } from "./payment-notice.ts";
import { type PersonalCopy, personalCopy } from "./personal-copy.ts";
import { type RenewalList, renewalList } from "./renewal-list.ts";
import { type ResultLetter, resultLetter } from "./result-letter.ts";

/** What can be drawn, and with what data; plain values, as they cross into the thread. */
export interface Orders {
  readonly certificate: CertificateData;
  readonly membershipForm: MembershipForm;
  readonly paymentNotice: PaymentNotice;
  readonly councilAgenda: CouncilAgenda;
  readonly meetingSheet: MeetingSheet;
  readonly renewalList: RenewalList;
  readonly addressLabels: AddressLabels;
  readonly duesLetters: DuesLetters;
  readonly personalCopy: PersonalCopy;
  readonly declareForm: DeclareForm;
  readonly honourCertificate: HonourCertificate;
  readonly resultLetter: ResultLetter;
  readonly roomSheet: RoomSheet;
  readonly attendanceList: AttendanceList;
  readonly badges: Badges;
  readonly nameLabels: NameLabels;
}

export type OrderKind = keyof Orders;

/** One document to draw; `fonts` is a folder with fonts of the installation, which may be missing. */
export interface Order<Kind extends OrderKind = OrderKind> {
  readonly kind: Kind;
  readonly data: Orders[Kind];
  readonly fonts: string;
}

type Drawings = {
  readonly [Kind in OrderKind]: (shelf: FontShelf, data: Orders[Kind]) => Promise<Buffer>;
};

const DRAWINGS: Drawings = {
  certificate,
  membershipForm,
  paymentNotice,
  councilAgenda,
  meetingSheet,
  renewalList,
  addressLabels,
  duesLetters,
  personalCopy,
  declareForm,
  honourCertificate,
  resultLetter,
  roomSheet,
  attendanceList,
  badges,
  nameLabels,
};

/** Draws `data`; a PDF. */
export function drawn<Kind extends OrderKind>(
  shelf: FontShelf,
  kind: Kind,
  data: Orders[Kind],
): Promise<Buffer> {
  return DRAWINGS[kind](shelf, data);
}

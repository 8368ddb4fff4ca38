import { type Static, Type } from "typebox";

const Whole = Type.Integer();
const Named = Type.Object({ name: Type.String(), persons: Whole, units: Whole });

/** Members of today by what they are. */
export const MembersNow = Type.Object({
  valid: Whole,
  grace: Whole,
  lapsed: Whole,
  /** Suspended, resigned or expelled. */
  left: Whole,
  joinedThisMonth: Whole,
});
export type MembersNow = Static<typeof MembersNow>;

export const MemberFigures = Type.Object({
  now: MembersNow,
  /** Members of today, grace included. */
  byLevel: Type.Array(Named),
  byRegion: Type.Array(Named),
  /** Ten years, the running one last. `members`: at the end of the year, or today. */
  byYear: Type.Array(
    Type.Object({ year: Whole, members: Whole, joined: Whole, renewed: Whole, lapsed: Whole }),
  ),
  /** Twelve months of the year that was asked for. */
  byMonth: Type.Array(Type.Object({ month: Whole, joined: Whole, renewed: Whole, lapsed: Whole })),
});
export type MemberFigures = Static<typeof MemberFigures>;

/** People of one printed file: some fifty pages of badges. */
export const MOST_PRINTED = 500;

/** The parts of so many people, as a choice; none where one file has them all. */
export function printParts(count: number): { value: number; label: string }[] {
  if (count <= MOST_PRINTED) return [];
  return Array.from({ length: Math.ceil(count / MOST_PRINTED) }, (_, at) => ({
    value: at + 1,
    label: `第 ${at + 1} 份，每份 ${MOST_PRINTED} 人`,
  }));
}

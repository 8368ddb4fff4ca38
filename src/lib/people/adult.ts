/** The society serves adults (product 4.1). */
const ADULT = 18;

/**
 * Whole years from a birthday to a day, both `yyyy-MM-dd` (`formatDay(new Date())` is today in Shanghai);
 * negative before the birth. A year is full on the birthday itself; who was born on the 29th of February is a
 * year older on the 1st of March where there is no 29th.
 */
export function ageOn(birthday: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birthday.slice(0, 4));
  return day.slice(5) >= birthday.slice(5) ? years : years - 1;
}

export const isAdultOn = (birthday: string, day: string): boolean => ageOn(birthday, day) >= ADULT;

export const TOO_YOUNG = `须年满${ADULT}周岁`;

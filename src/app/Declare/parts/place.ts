/** Id of the control at a place of the form: `members.2.phone`. */
export const idOfPlace = (place: string): string => `d-${place.replaceAll(".", "-")}`;

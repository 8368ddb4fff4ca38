import { removeToken } from "./token.ts";

/** The database of this browser that holds names for the door (app/checkin/offline/store.ts). */
export const PEOPLE_DATABASE = "door-people";

/**
 * What a log-out leaves behind on this device: no token, and no list of persons. Check-ins that the server has not had
 * yet stay, they name nobody.
 */
export function leaveDevice(): void {
  removeToken();
  // Storage may be forbidden; then there is no list either.
  if (typeof indexedDB !== "undefined") indexedDB.deleteDatabase(PEOPLE_DATABASE);
}

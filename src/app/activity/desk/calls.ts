import { call } from "#src/office/calls/http.ts";
import { notify } from "#src/office/calls/notify.ts";
import { tellChange } from "#src/office/calls/queries.ts";

export const DESK = "/api/activity/desk";
export const LIST_PATH = "/activities/activity";
export const EDIT_PATH = "/activities/activity-edit";

export const tellDesk = () => tellChange([DESK]);

/** Takes a step with an activity and says how it went; false: it was refused, and that is on the screen. */
export async function step(
  verb: string,
  body: { id: number; version?: number; opinion?: string },
): Promise<boolean> {
  let isDone = true;
  try {
    const { msg } = await call<{ msg: string }>("PUT", `${DESK}/${verb}`, { body });
    notify.success(msg);
  } catch {
    isDone = false;
  }
  await tellDesk();
  return isDone;
}

/** Letters a minute of a voice that reads a little slower than usual. */
const SPOKEN_PER_MINUTE = 240;

/** How long a text takes to be read aloud, by its characters: of HTML most would be tags. */
export const spokenMinutes = (text: string): number =>
  Math.max(1, Math.round(text.length / SPOKEN_PER_MINUTE));

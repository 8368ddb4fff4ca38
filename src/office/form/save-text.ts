/** The browser reads the address when it gets to it; a minute is more than enough. */
const LIFE_MS = 60_000;

/** Saves a text that the page made as a file of this name. */
export function saveText(name: string, text: string, type = "text/plain"): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), LIFE_MS);
}

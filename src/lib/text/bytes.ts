/** A file's size for people: `86 KB`, `1.2 MB`; below 1 KB still `1 KB`. */
export function sizeText(bytes: number): string {
  const kilo = bytes / 1024;
  if (kilo < 1000) return `${Math.max(1, Math.round(kilo))} KB`;
  return `${(kilo / 1024).toFixed(1)} MB`;
}

/** The extension of a file name in capitals, at most four letters; empty when there is none. */
export function extensionOf(name: string): string {
  return /\.([a-z0-9]{1,4})$/i.exec(name)?.[1]?.toUpperCase() ?? "";
}

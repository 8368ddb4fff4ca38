export type PictureExtension = "png" | "jpg" | "gif" | "bmp";

const FORMATS: readonly [PictureExtension, readonly number[]][] = [
  ["png", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ["jpg", [0xff, 0xd8, 0xff]],
  ["gif", [0x47, 0x49, 0x46, 0x38]],
  ["bmp", [0x42, 0x4d]],
];

/** The kind of a picture by its first bytes, not by its name; undefined for one that no page shows. */
export const pictureExtension = (bytes: Uint8Array): PictureExtension | undefined =>
  FORMATS.find(([, magic]) => magic.every((byte, index) => bytes[index] === byte))?.[0];

/** Eight groups of an IPv6 address, or undefined when it is none. Zone ids are dropped. */
function ipv6Groups(text: string): number[] | undefined {
  let bare = text.split("%")[0] ?? "";
  const dotted = /^(.*:)(\d{1,3}(?:\.\d{1,3}){3})$/.exec(bare);
  if (dotted?.[1] && dotted[2]) {
    const number = ipv4Number(dotted[2]);
    if (number === undefined) return undefined;
    bare = `${dotted[1]}${(number >>> 16).toString(16)}:${(number & 0xffff).toString(16)}`;
  }
  const halves = bare.split("::");
  if (halves.length > 2) return undefined;
  const [head, tail] = halves.map((half) => (half === "" ? [] : half.split(":")));
  if (!head) return undefined;
  const missing = 8 - head.length - (tail?.length ?? 0);
  if (tail ? missing < 1 : missing !== 0) return undefined;
  const all = tail ? [...head, ...Array<string>(missing).fill("0"), ...tail] : head;
  if (!all.every((group) => /^[\da-f]{1,4}$/i.test(group))) return undefined;
  return all.map((group) => Number.parseInt(group, 16));
}

function ipv4Number(text: string): number | undefined {
  const match = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text);
  if (!match) return undefined;
  const parts = match.slice(1).map(Number);
  if (parts.some((part) => part > 255)) return undefined;
  return parts.reduce((sum, part) => sum * 256 + part, 0);
}

/** `::ffff:1.2.3.4` is the IPv4 address it wraps. */
const unwrapped = (ip: string) => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] ?? ip;

/**
 * What limits count by: an IPv4 address itself, an IPv6 address by its /64, which is what one
 * household gets (security 4.5). Anything else stays as it is, cut to 64 characters.
 */
export function addressGroup(ip: string): string {
  const plain = unwrapped(ip.trim());
  if (ipv4Number(plain) !== undefined) return plain;
  const groups = ipv6Groups(plain);
  if (!groups) return plain.slice(0, 64);
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":")}::/64`;
}

/** The parts of an address that patterns speak of: four numbers, or eight groups in hexadecimal. */
function partsOf(ip: string): string[] | undefined {
  if (ipv4Number(ip) !== undefined) return ip.split(".").map((part) => String(Number(part)));
  return ipv6Groups(ip)?.map((group) => group.toString(16));
}

/** A part against one of a pattern, where `*` stands for any digits of it; time by the lengths. */
function isPartLike(part: string, pattern: string): boolean {
  const [start = "", ...rest] = pattern.split("*");
  const end = rest.pop();
  if (end === undefined) return part === start;
  if (!part.startsWith(start)) return false;
  let at = start.length;
  for (const piece of rest) {
    const found = part.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return part.length - at >= end.length && part.endsWith(end);
}

/**
 * An address against a pattern, part by part: `10.*.3.*` is any of 10.x.3.y and no other. A `*` at the
 * end of a shorter pattern stands for all that follows: `10.0.*`. In IPv6 `::` are the zeros left out.
 */
function isLike(parts: readonly string[], pattern: string): boolean {
  const mark = parts.length === 8 ? ":" : ".";
  const split = (text: string) =>
    text === "" ? [] : text.split(mark).map((part) => part.replace(/^0+(?=[\da-f])/, ""));
  const [head = "", tail] = mark === ":" ? pattern.split("::") : [pattern];
  const first = split(head);
  const last = tail === undefined ? [] : split(tail);
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  const wanted = [...first, ...Array<string>(zeros).fill("0"), ...last];
  const isOpen = wanted.length < parts.length && wanted.at(-1)?.endsWith("*") === true;
  return (
    (isOpen || wanted.length === parts.length) &&
    wanted.every((each, index) => isPartLike(parts[index] ?? "", each))
  );
}

/**
 * Whether an address is on a list of sys.login.blackIPList: entries parted by `;`, each an address,
 * a pattern with `*` (`10.0.*`, `10.*.3.*`), or an IPv4 range `10.0.0.1-10.0.0.9` (wire 4.1).
 */
export function isListedAddress(ip: string, list: string): boolean {
  const plain = unwrapped(ip.trim()).toLowerCase();
  const parts = partsOf(plain);
  const number = ipv4Number(plain);
  return list
    .split(/[;\n]/)
    .map((entry) => unwrapped(entry.trim()).toLowerCase())
    .filter(Boolean)
    .some((entry) => {
      if (entry === plain) return true;
      if (!parts) return false;
      if (entry.includes("*")) return isLike(parts, entry);
      const [from, to] = entry.split("-").map((end) => ipv4Number(end.trim()));
      if (from !== undefined && to !== undefined) {
        return number !== undefined && from <= number && number <= to;
      }
      return partsOf(entry)?.join() === parts.join();
    });
}

const PRIVATE_V4: readonly (readonly [first: string, last: string])[] = [
  ["10.0.0.0", "10.255.255.255"],
  ["127.0.0.0", "127.255.255.255"],
  ["169.254.0.0", "169.254.255.255"],
  ["172.16.0.0", "172.31.255.255"],
  ["192.168.0.0", "192.168.255.255"],
];

const UNKNOWN_PLACE = "XX XX";

/** A place as pages show it: the contract's word for an unknown one is none to read. */
export const placeText = (place: string): string => (place === UNKNOWN_PLACE ? "" : place);

/**
 * Where an address is, in the words of the contract's logs (wire 4.10): 内网IP for one of the
 * house; nothing is asked of others about the rest, which stays XX XX.
 */
export function placeOf(ip: string): string {
  const plain = unwrapped(ip.trim());
  const number = ipv4Number(plain);
  const groups = number === undefined ? ipv6Groups(plain) : undefined;
  const isInside =
    number === undefined
      ? groups !== undefined && isInsideV6(groups)
      : PRIVATE_V4.some(([first, last]) => isListedAddress(plain, `${first}-${last}`));
  return isInside ? "内网IP" : UNKNOWN_PLACE;
}

/** ::1, unique local (fc00::/7) and link local (fe80::/10). */
function isInsideV6(groups: number[]): boolean {
  const [first = 0] = groups;
  const isLoopback = groups.slice(0, 7).every((group) => group === 0) && groups[7] === 1;
  return isLoopback || (first & 0xfe00) === 0xfc00 || (first & 0xffc0) === 0xfe80;
}

/** Whether a list of addresses would understand this entry: an address, one with `*`, or a range. */
export function isAddressEntry(entry: string): boolean {
  if (entry.includes("*")) return /^[\da-f.:]*\*[\da-f.:*]*$/i.test(entry);
  const ends = entry.split("-").map((end) => ipv4Number(end.trim()));
  const [from, to] = ends;
  if (ends.length === 2) return from !== undefined && to !== undefined && from <= to;
  return ipv4Number(entry) !== undefined || ipv6Groups(entry) !== undefined;
}

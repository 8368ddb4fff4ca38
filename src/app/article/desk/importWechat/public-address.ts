import { BlockList, isIPv4, isIPv6 } from "node:net";

// Addresses that a server must not be led to (security 22): its own machine, its own network, and
// everything that is not the public internet. IANA's special-purpose registries.

const CLOSED_V4: readonly [string, number][] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["192.175.48.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
];

/** Within 2000::/3, which is all that is given out: Teredo, documentation, 6to4 hold other addresses. */
const CLOSED_V6: readonly [string, number][] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];

const closed = new BlockList();
for (const [network, prefix] of CLOSED_V4) closed.addSubnet(network, prefix, "ipv4");
for (const [network, prefix] of CLOSED_V6) closed.addSubnet(network, prefix, "ipv6");
const given = new BlockList();
given.addSubnet("2000::", 3, "ipv6");

/** Whether an IP address is one of the public internet; IPv4 within IPv6 is not. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !closed.check(address, "ipv4");
  return isIPv6(address) && given.check(address, "ipv6") && !closed.check(address, "ipv6");
}

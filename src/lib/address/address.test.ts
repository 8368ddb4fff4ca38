import { expect, test } from "vitest";
import { parseUserAgent } from "../../app/login/user-agent.ts";
import { addressGroup, isListedAddress, placeOf, placeText } from "./address.ts";

test("IPv4 counts by itself, IPv6 by its /64", () => {
  expect(addressGroup("203.0.113.9")).toBe("203.0.113.9");
  expect(addressGroup("::ffff:203.0.113.9")).toBe("203.0.113.9");
  expect(addressGroup("2001:db8:1:2:3:4:5:6")).toBe("2001:db8:1:2::/64");
  expect(addressGroup("2001:0db8:0001:0002::9")).toBe("2001:db8:1:2::/64");
  expect(addressGroup("::1")).toBe("0:0:0:0::/64");
  expect(addressGroup("fe80::1%eth0")).toBe("fe80:0:0:0::/64");
  expect(addressGroup("1:2:3:4:5:6:7")).toBe("1:2:3:4:5:6:7");
  expect(addressGroup("x".repeat(100))).toHaveLength(64);
});

test("black list: exact, pattern, range", () => {
  const list = "198.51.100.7; 10.0.*;192.0.2.10-192.0.2.20;2001:db8::1";
  for (const ip of [
    "198.51.100.7",
    "::ffff:198.51.100.7",
    "10.0.3.4",
    "192.0.2.15",
    "2001:DB8::1",
  ]) {
    expect(isListedAddress(ip, list), ip).toBe(true);
  }
  for (const ip of ["198.51.100.8", "10.1.0.1", "192.0.2.21", "2001:db8::2"]) {
    expect(isListedAddress(ip, list), ip).toBe(false);
  }
  expect(isListedAddress("10.0.0.1", "")).toBe(false);
  // Other ways to write the same address.
  expect(isListedAddress("2001:0db8:0:0::1", list)).toBe(true);
  expect(isListedAddress("198.51.100.7", "::ffff:198.51.100.7")).toBe(true);
});

test("a star stands for its own part of the address", () => {
  const cases: [pattern: string, inside: string[], outside: string[]][] = [
    ["10.*.3.*", ["10.9.3.9", "10.0.3.255"], ["10.9.9.9", "10.3.1.1", "11.9.3.9"]],
    ["10.0.*", ["10.0.0.1", "10.0.9.9"], ["10.1.0.0", "110.0.0.1", "10.10.0.1"]],
    ["10.*", ["10.1.2.3"], ["100.1.2.3"]],
    ["10.*.*.7", ["10.1.2.7"], ["10.1.2.17", "10.1.2.77"]],
    ["192.168.1*.5", ["192.168.1.5", "192.168.17.5"], ["192.168.21.5", "192.168.1.15"]],
    ["*.5", [], ["1.2.3.5", "1.5.2.3"]],
    ["*", ["1.2.3.4", "2001:db8::1"], []],
    ["2001:db8:*", ["2001:db8::1", "2001:db8:9::"], ["2001:db9::1", "2001:db:8::1"]],
    ["2001:db8::*", ["2001:db8::7"], ["2001:db8:1::7"]],
    ["10.*.3", [], ["10.9.3.9"]],
  ];
  for (const [pattern, inside, outside] of cases) {
    for (const ip of inside) expect(isListedAddress(ip, pattern), `${pattern} ${ip}`).toBe(true);
    for (const ip of outside) expect(isListedAddress(ip, pattern), `${pattern} ${ip}`).toBe(false);
  }
  const began = performance.now();
  isListedAddress("1111:1111:1111:1111:1111:1111:1111:1111", "1*".repeat(100_000));
  expect(performance.now() - began).toBeLessThan(500);
});

test("browser and system are names of ours", () => {
  const chrome =
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36";
  expect(parseUserAgent(chrome)).toEqual({ browser: "Chrome 130", os: "Windows 10" });
  expect(parseUserAgent(`${chrome} Edg/130.0`).browser).toBe("Edge 130");
  const phone =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";
  expect(parseUserAgent(phone)).toEqual({ browser: "Safari 18", os: "iOS" });
  expect(parseUserAgent("Mozilla/5.0 (Linux; Android 15) Chrome/1 MicroMessenger/8.0")).toEqual({
    browser: "微信 8",
    os: "Android 15",
  });
  expect(parseUserAgent("<script>alert(1)</script>")).toEqual({
    browser: "Unknown",
    os: "Unknown",
  });
  expect(parseUserAgent(undefined).os).toBe("Unknown");
});

test("addresses of the house are told from all others", () => {
  for (const ip of [
    "127.0.0.1",
    "10.9.8.7",
    "172.31.0.1",
    "192.168.1.1",
    "::1",
    "fd00::1",
    "fe80::1%eth0",
    "::ffff:10.0.0.1",
  ]) {
    expect([ip, placeOf(ip)]).toEqual([ip, "内网IP"]);
  }
  for (const ip of ["203.0.113.9", "172.32.0.1", "11.0.0.1", "2001:db8::1", "", "unknown"]) {
    expect([ip, placeOf(ip)]).toEqual([ip, "XX XX"]);
  }
  expect([placeText("内网IP"), placeText("XX XX")]).toEqual(["内网IP", ""]);
});

import { describe, expect, it } from "vitest";
import { isPublicAddress } from "./guarded-agents.ts";

describe("isPublicAddress", () => {
  it.each(["140.82.121.4", "8.8.8.8", "172.65.251.78", "2606:50c0:8000::154", "2a04:4e42::"])(
    "%s is public",
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it.each([
    ["unspecified", "0.0.0.0"],
    ["this network", "0.1.2.3"],
    ["loopback", "127.0.0.1"],
    ["loopback", "127.255.0.9"],
    ["private", "10.0.0.1"],
    ["private", "172.16.0.1"],
    ["private", "192.168.1.1"],
    ["carrier-grade NAT", "100.64.0.1"],
    ["link-local, the metadata service", "169.254.169.254"],
    ["protocol assignments", "192.0.0.192"],
    ["documentation", "192.0.2.1"],
    ["benchmarking", "198.18.0.1"],
    ["multicast", "224.0.0.1"],
    ["reserved", "240.0.0.1"],
    ["broadcast", "255.255.255.255"],
    ["unspecified", "::"],
    ["loopback", "::1"],
    ["IPv4-mapped loopback", "::ffff:127.0.0.1"],
    ["IPv4-mapped metadata", "::ffff:a9fe:a9fe"],
    ["IPv4-compatible", "::7f00:1"],
    ["NAT64", "64:ff9b::a9fe:a9fe"],
    ["6to4", "2002:a9fe:a9fe::"],
    ["Teredo", "2001:0:a9fe::1"],
    ["unique local", "fd00:ec2::254"],
    ["link-local", "fe80::1"],
    ["site-local", "fec0::1"],
    ["multicast", "ff02::1"],
    ["documentation", "2001:db8::1"],
  ])("%s is not: %s", (_kind, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

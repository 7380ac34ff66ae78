import { expect, it } from "vitest";
import { networkOf } from "./limit-attempts.ts";

it.each([
  ["192.0.2.1", "192.0.2.1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:DB8::1", "2001:db8:0:0::/64"],
  ["2001:db8:0:1::", "2001:db8:0:1::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["", ""],
  ["not an address", "not an address"],
])("%s belongs to %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});

import ip from "ipaddr.js";

/** The allocated part of IPv6. */
const GLOBAL_IPV6 = ip.parseCIDR("2000::/3");

/**
 * Whether an address is on the public Internet. False for loopback, private networks, cloud metadata services, and
 * addresses that embed another address (IPv4-mapped, NAT64, 6to4, Teredo).
 */
export function isPublicAddress(text: string): boolean {
  const address = ip.process(text);
  if (address.range() !== "unicast") return false;
  return address instanceof ip.IPv4 || ip.parse(text).match(GLOBAL_IPV6);
}

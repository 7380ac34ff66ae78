import ip from "ipaddr.js";

/** All that is in use of IPv6. */
const GLOBAL_IPV6 = ip.parseCIDR("2000::/3");

/**
 * Whether an address is one of the Internet's: not this machine's, its networks', its cloud's metadata service, nor one
 * that carries such an address inside it (IPv4-mapped, NAT64, 6to4, Teredo).
 */
export function isPublicAddress(text: string): boolean {
  const address = ip.process(text);
  if (address.range() !== "unicast") return false;
  return address instanceof ip.IPv4 || ip.parse(text).match(GLOBAL_IPV6);
}

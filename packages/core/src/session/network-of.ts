import { isIPv6 } from "node:net";

const MAPPED = /^::ffff:(?=\d+\.)/iu;
const GROUPS = 8;
/** Of an IPv6 address, what one network has: it may use any of the rest. */
const NETWORK_GROUPS = 4;

/** Whom an address stands for: itself, or in IPv6 the /64 that it is of. */
export function networkOf(text: string): string {
  const address = text.replace(MAPPED, "").replace(/%.*$/u, "");
  if (!isIPv6(address)) return address;
  const [head = "", tail = ""] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const [first, last] = [head.split(":"), tail.split(":")].map((groups) => groups.filter(Boolean));
  const zeros = GROUPS - (first?.length ?? 0) - (last?.length ?? 0);
  const groups = [...(first ?? []), ...Array.from({ length: zeros }, () => "0"), ...(last ?? [])];
  return `${groups.slice(0, NETWORK_GROUPS).join(":")}::/64`;
}

import { BlockList, isIP } from "node:net";

/** Parses addresses and networks, separated by commas. Throws for an invalid one; the message does not contain it. */
export function parseTrustedProxies(text: string): BlockList {
  const proxies = new BlockList();
  for (const one of text.split(",").map((part) => part.trim())) {
    if (one === "") continue;
    const [address = "", prefix] = one.split("/");
    const bits = isIP(address) === 6 ? 128 : 32;
    const length = prefix === undefined ? bits : Number(prefix);
    if (isIP(address) === 0 || prefix === "" || !(Number.isInteger(length) && length >= 0 && length <= bits))
      throw new Error("TRUSTED_PROXIES is invalid. List IP addresses or networks, separated by commas.");
    proxies.addSubnet(address, length, family(address));
  }
  return proxies;
}

/**
 * Returns the address of a request's client: the peer of the connection. If the peer is a trusted proxy, it is the last
 * address in `X-Forwarded-For` that is not a trusted proxy.
 */
export function clientAddress(
  remoteAddress: string,
  forwardedFor: string | undefined,
  trustedProxies: BlockList,
): string {
  const hops = (forwardedFor ?? "").split(",").map((hop) => hop.trim());
  let address = remoteAddress;
  while (isIP(address) !== 0 && trustedProxies.check(address, family(address))) {
    const before = hops.pop();
    if (before === undefined || isIP(before) === 0) break;
    address = before;
  }
  return address;
}

const family = (address: string): "ipv4" | "ipv6" => (isIP(address) === 6 ? "ipv6" : "ipv4");

import { BlockList, isIP } from "node:net";

/** Parses a comma-separated list of IP addresses and networks. Throws for an invalid list. */
export function parseTrustedProxies(text: string): BlockList {
  const proxies = new BlockList();
  for (const one of text.split(",").map((part) => part.trim())) {
    if (one === "") continue;
    const [address = "", prefix] = one.split("/");
    const bits = isIP(address) === 6 ? 128 : 32;
    const length = prefix === undefined ? bits : Number(prefix);
    if (isIP(address) === 0 || prefix === "" || !(Number.isInteger(length) && length >= 0 && length <= bits))
      throw new Error("TRUSTED_PROXIES must be a comma-separated list of IP addresses and networks.");
    proxies.addSubnet(address, length, family(address));
  }
  return proxies;
}

/**
 * Returns the client's IP address: the remote address of the connection, or if that is a trusted proxy, the last address in
 * `X-Forwarded-For` that is not. Clients can send any header, so entries before that address are ignored.
 */
export function clientAddress(
  remoteAddress: string,
  forwardedFor: string | undefined,
  trustedProxies: BlockList,
): string {
  const hops = (forwardedFor ?? "").split(",").map((hop) => hop.trim());
  let address = remoteAddress;
  while (isIP(address) !== 0 && trustedProxies.check(address, family(address))) {
    const previous = hops.pop();
    if (previous === undefined || isIP(previous) === 0) break;
    address = previous;
  }
  return address;
}

const family = (address: string): "ipv4" | "ipv6" => (isIP(address) === 6 ? "ipv6" : "ipv4");

import { BlockList, isIP } from "node:net";

/** The proxies before this server: addresses or networks, separated by commas. Throws for what is neither, without repeating it. */
export function parseTrustedProxies(text: string): BlockList {
  const proxies = new BlockList();
  for (const one of text.split(",").map((part) => part.trim())) {
    if (one === "") continue;
    const [address = "", prefix] = one.split("/");
    const bits = isIP(address) === 6 ? 128 : 32;
    const length = prefix === undefined ? bits : Number(prefix);
    if (isIP(address) === 0 || prefix === "" || !(Number.isInteger(length) && length >= 0 && length <= bits))
      throw new Error("TRUSTED_PROXIES is not a list of addresses and networks.");
    proxies.addSubnet(address, length, family(address));
  }
  return proxies;
}

/**
 * Who a request comes from: the other end of the connection, since anybody can write a header. Only of a proxy that is
 * trusted is it believed whom it forwards for, and so on backwards through `X-Forwarded-For`.
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

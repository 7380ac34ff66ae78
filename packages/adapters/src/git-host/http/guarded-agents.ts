import { lookup as resolve } from "node:dns";
import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { HostRefusedError } from "@knockon/core/ports/git-host";
import ip from "ipaddr.js";

const OPTIONS = { keepAlive: true, maxSockets: 16 };

/** The deployment does not connect to the host. */
export class BlockedHostError extends HostRefusedError {}

/** Returns the agent for a URL. Throws HostRefusedError if the URL is not allowed. */
export type ChooseAgent = (url: URL) => HttpAgent | HttpsAgent;

/**
 * Allows https to public addresses only. Each name is resolved once and connected to at the checked address, which prevents
 * DNS rebinding. `allowedHosts` (`host` or `host:port`) may be private or without TLS.
 */
export function guardedAgents(allowedHosts: readonly string[]): ChooseAgent {
  const allowed = { "http:": new HttpAgent(OPTIONS), "https:": new HttpsAgent(OPTIONS) };
  const guarded = new HttpsAgent({ ...OPTIONS, lookup: resolvePublic });
  return (url) => {
    const { protocol, host, hostname } = url;
    if (protocol !== "https:" && protocol !== "http:")
      throw new BlockedHostError(`${host} is not an http or https URL.`);
    if (allowedHosts.includes(host)) return allowed[protocol];
    if (protocol === "http:") throw new BlockedHostError(`${host} requires https.`);
    const address = hostname.replace(/^\[(.*)\]$/, "$1");
    if (isIP(address) !== 0 && !isPublicAddress(address)) throw notPublic(host);
    return guarded;
  };
}

/** Rejects names with any private address. */
const resolvePublic: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { ...options, all: true }, (error, found) => {
    if (error) return callback(error, "", 0);
    const [first] = found;
    if (!first || !found.every(({ address }) => isPublicAddress(address))) {
      return callback(notPublic(hostname), "", 0);
    }
    return options.all ? callback(null, found) : callback(null, first.address, first.family);
  });
};

/** Omits the address, which would reveal details of the internal network. */
const notPublic = (host: string): BlockedHostError => new BlockedHostError(`${host} has no public address.`);

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

import { lookup as resolve } from "node:dns";
import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { HostRefusedError } from "@knockon/core/ports/git-host";
import { isPublicAddress } from "./public-address.ts";

const OPTIONS = { keepAlive: true, maxSockets: 16 };

/** Chooses the connections that a URL may be asked over. Throws HostRefusedError where there are none. */
export type ChooseAgent = (url: URL) => HttpAgent | HttpsAgent;

/**
 * https to public addresses only: names are resolved once, judged, and connected to at the address that was judged, so
 * that no second answer of the name server leads elsewhere. `allowedHosts` (`host` or `host:port`) are the operator's
 * own, which may be private and without TLS.
 */
export function guardedAgents(allowedHosts: readonly string[]): ChooseAgent {
  const allowed = { "http:": new HttpAgent(OPTIONS), "https:": new HttpsAgent(OPTIONS) };
  const guarded = new HttpsAgent({ ...OPTIONS, lookup: resolvePublic });
  return (url) => {
    const { protocol, host, hostname } = url;
    if (protocol !== "https:" && protocol !== "http:")
      throw new HostRefusedError(`${host} is no web address.`);
    if (allowedHosts.includes(host)) return allowed[protocol];
    if (protocol === "http:") throw new HostRefusedError(`${host} is only asked over https.`);
    const address = hostname.replace(/^\[(.*)\]$/, "$1");
    if (isIP(address) !== 0 && !isPublicAddress(address)) throw notPublic(host);
    return guarded;
  };
}

/** A name with one private address among its public ones is no honest host. */
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

/** Without the address: who asks does not learn what our network is made of. */
const notPublic = (host: string): HostRefusedError => new HostRefusedError(`${host} has no public address.`);

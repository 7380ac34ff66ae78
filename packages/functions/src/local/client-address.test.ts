import { describe, expect, it } from "vitest";
import { clientAddress, parseTrustedProxies } from "./client-address.ts";

const none = parseTrustedProxies("");
const proxies = parseTrustedProxies("10.0.0.0/8, 192.0.2.7,2001:db8::/32");

describe("clientAddress", () => {
  it("is the remote address if that is not a trusted proxy", () => {
    expect(clientAddress("198.51.100.1", "203.0.113.9", none)).toBe("198.51.100.1");
    expect(clientAddress("198.51.100.1", "203.0.113.9", proxies)).toBe("198.51.100.1");
    expect(clientAddress("", "203.0.113.9", proxies)).toBe("");
  });

  it("is the last forwarded address that is not a trusted proxy", () => {
    expect(clientAddress("10.1.2.3", "203.0.113.9", proxies)).toBe("203.0.113.9");
    expect(clientAddress("::ffff:10.1.2.3", "198.51.100.1, 203.0.113.9", proxies)).toBe("203.0.113.9");
    expect(clientAddress("2001:db8::1", "198.51.100.1, 203.0.113.9, 192.0.2.7", proxies)).toBe("203.0.113.9");
  });

  it("is the last proxy if that forwards no valid address", () => {
    expect(clientAddress("10.1.2.3", undefined, proxies)).toBe("10.1.2.3");
    expect(clientAddress("10.1.2.3", "unknown", proxies)).toBe("10.1.2.3");
    expect(clientAddress("10.1.2.3", "203.0.113.9, 10.9.9.9, evil", proxies)).toBe("10.1.2.3");
  });
});

it.each(["secret", "10.0.0.0/33", "10.0.0.0/", "::1/129", "10.0.0.0/-1", "10.0.0.0/1.5"])(
  "rejects %s without repeating it",
  (text) => {
    const parse = () => parseTrustedProxies(`10.0.0.1,${text}`);
    expect(parse).toThrow("TRUSTED_PROXIES must be a comma-separated list of IP addresses and networks.");
  },
);

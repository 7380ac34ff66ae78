import { describe, expect, it } from "vitest";
import { clientAddress, parseTrustedProxies } from "./client-address.ts";

const none = parseTrustedProxies("");
const proxies = parseTrustedProxies("10.0.0.0/8, 192.0.2.7,2001:db8::/32");

describe("clientAddress", () => {
  it("is the peer's address, regardless of headers", () => {
    expect(clientAddress("198.51.100.1", "203.0.113.9", none)).toBe("198.51.100.1");
    expect(clientAddress("198.51.100.1", "203.0.113.9", proxies)).toBe("198.51.100.1");
    expect(clientAddress("", "203.0.113.9", proxies)).toBe("");
  });

  it("is the last untrusted address that trusted proxies forwarded", () => {
    expect(clientAddress("10.1.2.3", "203.0.113.9", proxies)).toBe("203.0.113.9");
    expect(clientAddress("::ffff:10.1.2.3", "198.51.100.1, 203.0.113.9", proxies)).toBe("203.0.113.9");
    expect(clientAddress("2001:db8::1", "198.51.100.1, 203.0.113.9, 192.0.2.7", proxies)).toBe("203.0.113.9");
  });

  it("is the proxy's address if it forwards none, or an invalid one", () => {
    expect(clientAddress("10.1.2.3", undefined, proxies)).toBe("10.1.2.3");
    expect(clientAddress("10.1.2.3", "unknown", proxies)).toBe("10.1.2.3");
    expect(clientAddress("10.1.2.3", "203.0.113.9, 10.9.9.9, evil", proxies)).toBe("10.1.2.3");
  });
});

it.each(["secret", "10.0.0.0/33", "10.0.0.0/", "::1/129", "10.0.0.0/-1", "10.0.0.0/1.5"])(
  "%s is no proxy, and is not repeated",
  (text) => {
    const parse = () => parseTrustedProxies(`10.0.0.1,${text}`);
    expect(parse).toThrow("TRUSTED_PROXIES is invalid.");
  },
);

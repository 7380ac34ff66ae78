import { expect, it } from "vitest";
import { uuidV5 } from "./uuid.ts";

it("uuidV5 reproduces the example of RFC 9562", () => {
  const dns = "6ba7b810-9dad-11d1-80b4-00c04fd430c8";
  expect(uuidV5(dns, "www.example.com")).toBe("2ed6657d-e927-568b-95e1-2665a8aea6a2");
});

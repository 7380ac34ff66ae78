import { expect, it } from "vitest";
import { parseSessionSecret } from "./session-secret.ts";

it("nobody has a session unless the environment says what they are signed with", () => {
  expect(parseSessionSecret({})).toBeUndefined();
  expect(parseSessionSecret({ SESSION_SECRET: "" })).toBeUndefined();
  const SESSION_SECRET = "x".repeat(32);
  expect(parseSessionSecret({ SESSION_SECRET })).toBe(SESSION_SECRET);
});

it("refuses a secret that is too short, without repeating it", () => {
  expect(() => parseSessionSecret({ SESSION_SECRET: "short one" })).toThrow(
    /^(?!.*short one)SESSION_SECRET has fewer than 32 characters\.$/u,
  );
});

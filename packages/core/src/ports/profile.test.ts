import { expect, it } from "vitest";
import { cleanProfile, isProfileName } from "./profile.ts";

it.each([
  ["Ada Lovelace", "Ada Lovelace"],
  ["Ada\u0000\u001b[31m\nLovelace\u202e", "Ada[31mLovelace"],
  ["x".repeat(1_000_000), "x".repeat(100)],
  [`${"x".repeat(99)}😀`, "x".repeat(99)],
  ["Zoë 👩‍🚀", "Zoë 👩‍🚀"],
])("cleans the name of an identity provider", (given, name) => {
  expect(cleanProfile({ name: given, image: "javascript:alert(1)" })).toEqual({ name, image: null });
  expect(isProfileName(name)).toBe(true);
});

it("keeps the https image of an identity provider", () => {
  const image = "https://avatars.example/u/1?v=4";
  expect(cleanProfile({ name: "Ada", image })).toEqual({ name: "Ada", image });
});

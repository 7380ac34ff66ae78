import { expect, it } from "vitest";
import { ownershipSetting } from "./ownership-setting.ts";

it("is off unless it is opted into, and ranks people only together with the signal [IF-1.13]", () => {
  const [signal, people] = [{ OWNERSHIP_SIGNAL_ENABLED: "true" }, { OWNERSHIP_PEOPLE_ENABLED: "true" }];
  expect(ownershipSetting({})).toBe("off");
  expect(ownershipSetting({ OWNERSHIP_SIGNAL_ENABLED: "false", ...people })).toBe("off");
  expect(ownershipSetting(people)).toBe("off");
  expect(ownershipSetting(signal)).toBe("signal");
  expect(ownershipSetting({ ...signal, ...people })).toBe("people");
});

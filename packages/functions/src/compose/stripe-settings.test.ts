import { describe, expect, it } from "vitest";
import { parseStripeSettings } from "./stripe-settings.ts";

describe("who charges", () => {
  it("is nobody unless a key is set", () => {
    expect(parseStripeSettings({})).toBeNull();
    expect(parseStripeSettings({ STRIPE_SECRET_KEY: "", STRIPE_WEBHOOK_SECRET: "" })).toBeNull();
  });

  it("is Stripe, with events or without, in the mode of the stage", () => {
    expect(parseStripeSettings({ STRIPE_SECRET_KEY: "sk_test_1", STRIPE_WEBHOOK_SECRET: "whsec_1" })).toEqual(
      {
        secretKey: "sk_test_1",
        webhookSecret: "whsec_1",
        isLive: false,
      },
    );
    expect(parseStripeSettings({ STRIPE_SECRET_KEY: "rk_live_1", STRIPE_LIVEMODE: "true" })).toEqual({
      secretKey: "rk_live_1",
      webhookSecret: undefined,
      isLive: true,
    });
  });

  it("is a stand-in only where money is not real", () => {
    const env = { STRIPE_SECRET_KEY: "sk_test_1", STRIPE_API_URL: "http://127.0.0.1:12111" };
    expect(parseStripeSettings(env)?.apiUrl?.origin).toBe("http://127.0.0.1:12111");
    const live = { ...env, STRIPE_SECRET_KEY: "sk_live_1", STRIPE_LIVEMODE: "true" };
    expect(() => parseStripeSettings(live)).toThrow(/^STRIPE_API_URL/u);
  });

  it.each([
    ["a test key where money is real", { STRIPE_SECRET_KEY: "sk_test_s3cret", STRIPE_LIVEMODE: "true" }],
    ["a live key where it is not", { STRIPE_SECRET_KEY: "sk_live_s3cret" }],
    ["what is no key", { STRIPE_SECRET_KEY: "s3cret" }],
    ["a webhook's secret without a key", { STRIPE_WEBHOOK_SECRET: "s3cret" }],
  ])("is refused for %s, which is not repeated", (_what, env) => {
    expect(() => parseStripeSettings(env)).toThrow(/^STRIPE_(?!.*s3cret)/u);
  });
});

import type { StripeSettings } from "@knockon/adapters/payments/stripe/stripe-settings";

/**
 * Null where nobody charges for anything. Throws for half of it, and for a key of the other mode, without repeating it:
 * what is bought where money is not real is never charged, and the other way round.
 */
export function parseStripeSettings(env: NodeJS.ProcessEnv): StripeSettings | null {
  const secretKey = env["STRIPE_SECRET_KEY"] || undefined;
  const webhookSecret = env["STRIPE_WEBHOOK_SECRET"] || undefined;
  const isLive = env["STRIPE_LIVEMODE"] === "true";
  if (secretKey === undefined) {
    if (webhookSecret === undefined) return null;
    throw new Error("STRIPE_WEBHOOK_SECRET is of no use without STRIPE_SECRET_KEY.");
  }
  const apiUrl = env["STRIPE_API_URL"] || undefined;
  if (apiUrl !== undefined && (isLive || !URL.canParse(apiUrl)))
    throw new Error("STRIPE_API_URL is the address of a stand-in, and of no use where money is real.");
  const mode = isLive ? "live" : "test";
  if (!new RegExp(`^[sr]k_${mode}_`, "u").test(secretKey))
    throw new Error(`STRIPE_SECRET_KEY is no ${mode} key, which this stage needs.`);
  return { secretKey, webhookSecret, isLive, ...(apiUrl !== undefined && { apiUrl: new URL(apiUrl) }) };
}

import { grant } from "./grant.ts";
import { router } from "./router.ts";
import { stripeSecretKey, stripeWebhookSecret } from "./secret.ts";
import { stagePolicy } from "./stage.ts";

/** Whether there is a key is no secret: where there is one, plans are enforced. */
const isConfigured = $util.unsecret(stripeSecretKey.value.apply((key) => String(key !== "")));

/** Of everybody whom plans can stop. */
export const enforcePlans = grant({ BILLING_ENFORCED: isConfigured });

/** Of those who ask Stripe. Its pages lead back to the application. */
export const usePayments = grant({
  APP_URL: router.url,
  STRIPE_SECRET_KEY: stripeSecretKey.value,
  STRIPE_LIVEMODE: String(stagePolicy($app.stage).chargesMoney),
});

/** Of who takes Stripe's events. */
export const receivePayments = grant({ STRIPE_WEBHOOK_SECRET: stripeWebhookSecret.value });

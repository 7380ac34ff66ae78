/** Stripe credentials and endpoint. */
export interface StripeSettings {
  secretKey: string;
  /** Signing secret of webhook events. Undefined if events are not received. */
  webhookSecret: string | undefined;
  /** Whether to use Stripe's live mode. */
  isLive: boolean;
  /** Overrides Stripe's URL, for tests. */
  apiUrl?: URL | undefined;
}

/** How Stripe is reached, and by whom its events are proved. */
export interface StripeSettings {
  secretKey: string;
  /** What events are signed with; undefined where none are received. */
  webhookSecret: string | undefined;
  /** Whether money is real on this stage. */
  isLive: boolean;
  /** What stands in for Stripe where money is not real; else it is Stripe itself. */
  apiUrl?: URL | undefined;
}

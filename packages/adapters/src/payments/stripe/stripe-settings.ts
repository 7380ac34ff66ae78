/** How Stripe is reached, and by whom its events are proved. */
export interface StripeSettings {
  secretKey: string;
  /** What events are signed with; undefined where none are received. */
  webhookSecret: string | undefined;
  /** Whether money is real on this stage. */
  isLive: boolean;
}

/** Throws for a key of the other mode, without repeating it: what is bought on a stage is never charged on another. */
export function requireMode({ secretKey, isLive }: StripeSettings): void {
  const mode = /^[sr]k_(live|test)_/u.exec(secretKey)?.[1];
  if (mode !== (isLive ? "live" : "test"))
    throw new Error(`STRIPE_SECRET_KEY is no ${isLive ? "live" : "test"} key, which this stage needs.`);
}

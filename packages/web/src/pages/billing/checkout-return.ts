import { useEffect, useState } from "react";
import { isRunning, type Subscription } from "./subscription.ts";

const KEY = "knockon.checkout";
const ASKED_EVERY_MS = 2000;
const PATIENCE_MS = 60_000;

/** The person leaves for the page where a subscription begins. */
export const noteCheckout = (): void => sessionStorage.setItem(KEY, "opened");

type Answer = Pick<Subscription, "subscription_status">;

/**
 * For queries that tell how the subscription stands: whoever is back from paying sees the plan begin, of which the service
 * hears a moment later.
 */
export function useCheckoutReturn() {
  const [until] = useState(() => (sessionStorage.getItem(KEY) === null ? 0 : Date.now() + PATIENCE_MS));
  useEffect(() => sessionStorage.removeItem(KEY), []);
  return {
    refetchInterval: ({ state }: { state: { data: Answer | undefined } }) =>
      Date.now() < until && !(state.data && isRunning(state.data)) && ASKED_EVERY_MS,
  };
}

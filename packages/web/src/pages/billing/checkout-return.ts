import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { isRunning, type Subscription } from "./subscription.ts";

const ASKED_EVERY_MS = 2000;
const PATIENCE_MS = 60_000;

const route = getRouteApi("/w/$slug/settings/billing");

type Answer = Pick<Subscription, "subscription_status">;

/**
 * For queries that tell how the subscription stands: whoever is back from paying sees the plan begin, of which the service
 * hears a moment later.
 */
export function useCheckoutReturn() {
  const { checkout } = route.useSearch();
  const [until] = useState(() => (checkout === "paid" ? Date.now() + PATIENCE_MS : 0));
  return {
    refetchInterval: ({ state }: { state: { data: Answer | undefined } }) =>
      Date.now() < until && !(state.data && isRunning(state.data)) && ASKED_EVERY_MS,
  };
}

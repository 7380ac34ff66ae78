import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type Subscription, isRunning } from "./subscription.ts";
import { MONEY_MOVED } from "./use-billing.ts";

const KEY = "knockon.checkout";
const ASKED_EVERY_MS = 2000;
const PATIENCE_MS = 60_000;

/** The person leaves for the page where a subscription begins. */
export const noteCheckout = (): void => sessionStorage.setItem(KEY, String(Date.now()));

/** Whoever is back from paying sees the plan begin: the service hears of the payment a moment later. */
export function useCheckoutReturn() {
  const [until] = useState(() => (sessionStorage.getItem(KEY) === null ? 0 : Date.now() + PATIENCE_MS));
  useEffect(() => sessionStorage.removeItem(KEY), []);
  return {
    refetchInterval: ({ state }: { state: { data: Subscription | undefined } }) =>
      Date.now() < until && !(state.data && isRunning(state.data)) && ASKED_EVERY_MS,
  };
}

import * as operations from "@knockon/contract/operations/billing";
import { openCheckout } from "@knockon/core/billing/open-pages";
import { route } from "../route.ts";

export const openCheckoutRoute = route(operations.openCheckout, (ctx, request) => openCheckout(ctx, request));

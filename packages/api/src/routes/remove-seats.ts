import * as operations from "@knockon/contract/operations/billing";
import { removeSeats } from "@knockon/core/billing/change-seats";
import { route } from "../route.ts";

export const removeSeatsRoute = route(operations.removeSeats, (ctx, request) => removeSeats(ctx, request));

import * as operations from "@knockon/contract/operations/billing";
import { addSeats } from "@knockon/core/billing/change-seats";
import { route } from "../route.ts";

export const addSeatsRoute = route(operations.addSeats, (ctx, request) => addSeats(ctx, request));

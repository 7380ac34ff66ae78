import * as operations from "@knockon/contract/operations/billing";
import { previewSeats } from "@knockon/core/billing/preview-seats";
import { route } from "../route.ts";

export const previewSeatsRoute = route(operations.previewSeats, (ctx, { query }) => previewSeats(ctx, query));

import * as operations from "@knockon/contract/operations/billing";
import { getPaymentInfo } from "@knockon/core/billing/get-payment-info";
import { route } from "../route.ts";

export const getPaymentInfoRoute = route(operations.getPaymentInfo, (ctx) => getPaymentInfo(ctx));

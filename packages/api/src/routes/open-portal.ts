import * as operations from "@knockon/contract/operations/billing";
import { openPortal } from "@knockon/core/billing/open-pages";
import { route } from "../route.ts";

export const openPortalRoute = route(operations.openPortal, (ctx, request) => openPortal(ctx, request));

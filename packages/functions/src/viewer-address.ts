import { createHmac, timingSafeEqual } from "node:crypto";
import type { APIGatewayProxyEventV2 } from "aws-lambda";

/** How the router says whom a request is from, and that it is the router who says so. */
export const VIEWER_ADDRESS_HEADER = "x-viewer-address";
export const ROUTER_PROOF_HEADER = "x-router-proof";

/** What nobody can write who does not have the stage's secret. */
export const routerProof = (sessionSecret: string): string =>
  createHmac("sha256", sessionSecret).update("router").digest("hex");

/** Who a request is from: whom the router saw, if it came through it, else whom the gateway saw. Anybody can write a header. */
export function viewerAddress(
  { headers, requestContext }: Pick<APIGatewayProxyEventV2, "headers" | "requestContext">,
  proof: string,
): string {
  const viewer = headers[VIEWER_ADDRESS_HEADER];
  const isFromRouter = isSame(headers[ROUTER_PROOF_HEADER] ?? "", proof);
  return viewer !== undefined && isFromRouter ? viewer : requestContext.http.sourceIp;
}

const isSame = (given: string, expected: string): boolean =>
  given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));

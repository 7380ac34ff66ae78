import { createHmac, timingSafeEqual } from "node:crypto";
import type { APIGatewayProxyEventV2 } from "aws-lambda";

/** Headers in which the router passes the client's address and proves that it is the router. */
export const VIEWER_ADDRESS_HEADER = "x-viewer-address";
export const ROUTER_PROOF_HEADER = "x-router-proof";

/** A value that only a holder of the stage's session secret can compute. */
export const routerProof = (sessionSecret: string): string =>
  createHmac("sha256", sessionSecret).update("router").digest("hex");

/** Returns the client's address: the one the router saw if the request proves to come from it, else the one the gateway saw. */
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

import { createHmac, timingSafeEqual } from "node:crypto";
import type { APIGatewayProxyEventV2 } from "aws-lambda";

/** Set by the router: the client's IP address, and a proof that the router set it. */
export const VIEWER_ADDRESS_HEADER = "x-viewer-address";
export const ROUTER_PROOF_HEADER = "x-router-proof";

/** Returns the proof, which can only be computed with the stage's session secret. */
export const routerProof = (sessionSecret: string): string =>
  createHmac("sha256", sessionSecret).update("router").digest("hex");

/** Returns the client's IP address: the one that the router saw if the proof is valid, else the one that the gateway saw. */
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

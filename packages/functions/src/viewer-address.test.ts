import { expect, it } from "vitest";
import { apiGatewayEvent } from "./testing/events.ts";
import { ROUTER_PROOF_HEADER, routerProof, VIEWER_ADDRESS_HEADER, viewerAddress } from "./viewer-address.ts";

const PROOF = routerProof("the secret of the stage, long enough");

const addressOf = (headers: Record<string, string>): string =>
  viewerAddress(apiGatewayEvent({ method: "GET", path: "/", headers, sourceIp: "192.0.2.1" }), PROOF);

it("returns the address that the router saw if the proof is valid", () => {
  const headers = { [VIEWER_ADDRESS_HEADER]: "203.0.113.9", [ROUTER_PROOF_HEADER]: PROOF };
  expect(addressOf(headers)).toBe("203.0.113.9");
});

it.each([
  ["without a proof", undefined],
  ["with an empty proof", ""],
  ["with the proof of another stage", routerProof("the secret of another stage, as long")],
])("returns the address that the gateway saw %s", (_, proof) => {
  const headers = {
    [VIEWER_ADDRESS_HEADER]: "203.0.113.9",
    ...(proof !== undefined && { [ROUTER_PROOF_HEADER]: proof }),
  };
  expect(addressOf(headers)).toBe("192.0.2.1");
});

it("returns the address that the gateway saw if the router sent none", () => {
  expect(addressOf({ [ROUTER_PROOF_HEADER]: PROOF })).toBe("192.0.2.1");
});

import { servedPaths, type OperationInput } from "@knockon/contract/operation";
import { OPERATIONS } from "@knockon/contract/operations/all";
import { receivePaymentsWebhook } from "@knockon/contract/operations/webhook";
import { STREAMED_OPERATIONS } from "@knockon/functions/operation-needs";
import { ROUTER_PROOF_HEADER, VIEWER_ADDRESS_HEADER } from "@knockon/functions/viewer-address";
import { APPLICATION_PATHS } from "@knockon/web/application-paths";
import { type Assertions, compareLists, functionOf } from "./assertion.ts";
import type { Cloud } from "./cloud.ts";

const CREDENTIALS = ["Authorization", "X-API-Key", "X-Workspace-Id", "Origin"];
/** The program may use what remains, for its longest paths. */
const MOST_ROUTER_BYTES = 10_000;
const GATEWAY = "apiapi.test";
const OTHER_PATHS = ["/docs", "/docs/style.css", "/healthz", "/openapi.json", "/readyz", "/unknown"];

const originOf = (operation: OperationInput): string =>
  STREAMED_OPERATIONS.includes(operation) ? `stream${operation.id.toLowerCase()}url.test` : GATEWAY;

const exampleOf = (path: string): string =>
  path.replaceAll(/\{\w+\}/gu, "5f0c7b1e-0000-4000-8000-000000000000");

/** Requests with the origin that must receive them, with unchanged paths. */
const REQUESTS = [
  ...OPERATIONS.flatMap((operation) =>
    servedPaths(operation).map((path) => ({
      method: operation.method as string,
      uri: exampleOf(path),
      origin: originOf(operation),
    })),
  ),
  { method: "OPTIONS", uri: exampleOf("/api/v1/connected-orgs/{id}/graph"), origin: GATEWAY },
  ...OTHER_PATHS.map((uri) => ({ method: "GET", uri, origin: GATEWAY })),
  ...APPLICATION_PATHS.map((path) => ({ method: "POST", uri: exampleOf(path), origin: GATEWAY })),
];

export const routerAssertions: Assertions = {
  "paths reach the gateway, streamed operations their function, unchanged": async ({ route }) => {
    const wrong = REQUESTS.map(async ({ method, uri, origin }) => {
      const routed = await route({ method, uri });
      return routed.origin === origin && routed.uri === uri
        ? []
        : [`${method} ${uri} → ${routed.origin}${routed.uri}`];
    });
    return (await Promise.all(wrong)).flat();
  },

  "the router's function leaves room below the 10,240 bytes that CloudFront allows": ({ routerFunctions }) =>
    compareLists(
      routerFunctions
        .map(({ name, code }) => ({ name, bytes: Buffer.byteLength(code) }))
        .filter(({ bytes }) => bytes > MOST_ROUTER_BYTES)
        .map(({ name, bytes }) => `${name}: ${bytes} bytes`),
      [],
    ).concat(routerFunctions.length === 1 ? [] : [`${routerFunctions.length} functions`]),

  "origins have the time to answer that their functions have": async ({ route }) => {
    const wrong = REQUESTS.map(async ({ method, uri, origin }) => {
      const { readTimeout } = await route({ method, uri });
      return readTimeout === (origin === GATEWAY ? 30 : 60) ? [] : [`${method} ${uri}: ${readTimeout} s`];
    });
    return (await Promise.all(wrong)).flat();
  },

  "a custom domain has its certificate and its DNS records": ({ domain, distributions, dnsRecords }) =>
    distributions.flatMap(({ name, aliases, viewerCertificate }) => [
      ...compareLists(aliases, domain === null ? [] : [domain]).map((one) => `${name}: ${one}`),
      ...(Boolean(viewerCertificate.acmCertificateArn) === (domain !== null)
        ? []
        : [`${name}: ${viewerCertificate.acmCertificateArn ?? "no certificate"}`]),
      ...(domain === null || viewerCertificate.minimumProtocolVersion === "TLSv1.2_2021"
        ? []
        : [`${name}: ${viewerCertificate.minimumProtocolVersion}`]),
      ...(domain === null ? [] : [`A ${domain}`, `AAAA ${domain}`, "CNAME _proof.test"])
        .filter((record) => !dnsRecords.includes(record))
        .map((record) => `missing: ${record}`),
    ]),

  "the router overwrites the viewer's address and its proof": async ({ route, functions }) => {
    const forged = {
      [VIEWER_ADDRESS_HEADER]: { value: "198.51.100.1" },
      [ROUTER_PROOF_HEADER]: { value: "forged" },
    };
    const { headers } = await route({ headers: forged }, "203.0.113.7");
    const proof = headers[ROUTER_PROOF_HEADER]?.value ?? "";
    const isKnown = functions.some(({ variables }) => Object.values(variables).includes(proof));
    return [
      ...(headers[VIEWER_ADDRESS_HEADER]?.value === "203.0.113.7"
        ? []
        : ["the address comes from the request"]),
      ...(/^[\da-f]{64}$/u.test(proof) && !isKnown ? [] : [`invalid or exposed proof: ${proof}`]),
    ];
  },

  "everything is requested over TLS": ({ distributions }) =>
    distributions
      .map(({ name, defaultCacheBehavior }) => `${name}: ${defaultCacheBehavior.viewerProtocolPolicy}`)
      .filter((line) => !line.endsWith(": redirect-to-https")),

  "responses are never cached for another caller": ({ cachePolicies }) =>
    cachePolicies.flatMap(({ name, defaultTtl, parametersInCacheKeyAndForwardedToOrigin: key }) => [
      ...(defaultTtl === 0 ? [] : [`${name}: cached for ${defaultTtl} s`]),
      ...CREDENTIALS.filter((header) => !key.headersConfig.headers?.items.includes(header)).map(
        (header) => `${name}: ignores ${header}`,
      ),
      ...(key.cookiesConfig.cookies?.items.includes("service_access")
        ? []
        : [`${name}: ignores the session`]),
      ...(key.queryStringsConfig.queryStringBehavior === "all" ? [] : [`${name}: ignores the query`]),
    ]),

  "only streams and the payments webhook have function URLs, public and without CORS": ({ urls }) => [
    ...compareLists(
      urls.map(
        ({ functionName, invokeMode, authorizationType }) =>
          `${functionName}: ${invokeMode ?? "BUFFERED"}, ${authorizationType}`,
      ),
      [
        ...STREAMED_OPERATIONS.map((operation) => `Stream${functionOf(operation)}: RESPONSE_STREAM, NONE`),
        `${functionOf(receivePaymentsWebhook)}: BUFFERED, NONE`,
      ],
    ),
    ...urls.flatMap(({ functionName, cors }) => (cors === undefined ? [] : [`${functionName}: CORS`])),
  ],
} satisfies Record<string, (cloud: Cloud) => string[] | Promise<string[]>>;

import { randomUUID } from "node:crypto";

export interface HttpRequest {
  method: string;
  path: string;
  headers?: Record<string, string>;
  query?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  /** The client's address, as the gateway sees it. */
  sourceIp?: string;
}

/** A request in API Gateway's payload format 2.0. */
export function apiGatewayEvent(request: HttpRequest) {
  const { method, path, query = {}, body, sourceIp = "192.0.2.1" } = request;
  const { Cookie, ...headers } = request.headers ?? {};
  const json: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
  const lowerCased = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    version: "2.0",
    routeKey: "$default",
    rawPath: path,
    rawQueryString: new URLSearchParams(query).toString(),
    headers: { host: "api.acme.test", ...json, ...Object.fromEntries(lowerCased) },
    ...(Cookie !== undefined && { cookies: Cookie.split("; ") }),
    ...(Object.keys(query).length === 0 ? {} : { queryStringParameters: query }),
    requestContext: {
      accountId: "123456789012",
      apiId: "api",
      domainName: "api.acme.test",
      domainPrefix: "api",
      http: { method, path, protocol: "HTTP/1.1", sourceIp, userAgent: "test" },
      requestId: randomUUID(),
      routeKey: "$default",
      stage: "$default",
      time: "05/Jan/2026:09:00:00 +0000",
      timeEpoch: Date.UTC(2026, 0, 5, 9),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    isBase64Encoded: false,
  };
}

/** A batch of SQS messages, one record per body. */
export const sqsEvent = (bodies: readonly unknown[]) => ({
  Records: bodies.map((body) => ({
    messageId: randomUUID(),
    receiptHandle: randomUUID(),
    body: JSON.stringify(body),
    attributes: {
      ApproximateReceiveCount: "1",
      SentTimestamp: String(Date.UTC(2026, 0, 5, 9)),
      SenderId: "AIDA",
      ApproximateFirstReceiveTimestamp: String(Date.UTC(2026, 0, 5, 9)),
    },
    messageAttributes: {},
    md5OfBody: "",
    eventSource: "aws:sqs",
    eventSourceARN: "arn:aws:sqs:us-east-1:123456789012:scan",
    awsRegion: "us-east-1",
  })),
});

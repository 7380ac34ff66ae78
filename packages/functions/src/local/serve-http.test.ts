import { once } from "node:events";
import { connect, type AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, it, onTestFinished } from "vitest";
import { createHttpServer } from "./serve-http.ts";

/** The server's response to raw bytes. */
async function answerTo(bytes: string): Promise<{ head: string; body: unknown }> {
  const server = createHttpServer(() => Response.json({}));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const connection = connect((server.address() as AddressInfo).port, "127.0.0.1");
  connection.end(bytes);
  const [head = "", body = ""] = (await text(connection)).split("\r\n\r\n");
  return { head, body: JSON.parse(body) };
}

it.each([
  [`GET /${"x".repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431, "The URL and headers are too large."],
  ["nonsense\r\n\r\n", 400, "Malformed HTTP request."],
  ["BREW / HTTP/1.1\r\nHost: a\r\n\r\n", 400, "Malformed HTTP request."],
  ["OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 400, "Malformed HTTP request: Invalid URL."],
  ["GET / HTTP/1.1\r\nConnection: close\r\n\r\n", 400, "Malformed HTTP request: Missing host header."],
  ["GET / HTTP/1.1\r\nHost: a\r\nExpect: x\r\n\r\n", 417, "Unknown expectation."],
  ["GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n", 400, "Malformed HTTP request: Invalid URL."],
])("answers unparsable requests with our error body and a request ID: %#", async (bytes, status, detail) => {
  const { head, body } = await answerTo(bytes);
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `, "u"));
  expect(head).toMatch(/^X-Request-ID: [0-9a-f-]{36}\r?$/imu);
  expect(head).toMatch(/^X-Content-Type-Options: nosniff\r?$/imu);
  expect(body).toEqual({ detail });
});

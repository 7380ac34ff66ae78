import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { buildFunctions } from "../build/build-functions.ts";
import { apiGatewayEvent, sqsEvent } from "./events.ts";
import { startFunction } from "./start-function.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const startSource = async (source: string, environment: Record<string, string> = {}) => {
  const folder = await temporaryFolder({ "fn.ts": source });
  const outFolder = join(folder, "out");
  await buildFunctions({ entryPoints: { fn: join(folder, "fn.ts") }, outFolder });
  const fn = await startFunction(join(outFolder, "fn"), environment);
  onTestFinished(() => fn.stop());
  return fn;
};

describe("startFunction", () => {
  it("runs one process for many invocations", async () => {
    const fn = await startSource(`
      let invocations = 0;
      export const handler = async (event: { name: string }) => ({ name: event.name, invocations: ++invocations });
    `);

    expect(await fn.invoke({ name: "first" })).toEqual({ name: "first", invocations: 1 });
    expect(await Promise.all([fn.invoke({ name: "a" }), fn.invoke({ name: "b" })])).toEqual([
      { name: "a", invocations: 2 },
      { name: "b", invocations: 3 },
    ]);
  });

  it("passes a request in API Gateway's format", async () => {
    const fn = await startSource(`
      export const handler = async (event: any) => ({
        statusCode: 200,
        body: [event.requestContext.http.method, event.rawPath, event.rawQueryString,
          event.headers["x-api-key"], event.headers["content-type"], event.body].join(" "),
      });
    `);

    const event = apiGatewayEvent({
      method: "POST",
      path: "/api/v1/connected-orgs",
      query: { limit: "5", q: "a b" },
      headers: { "X-API-Key": "svc_live_acme" },
      body: { name: "acme" },
    });
    expect(await fn.invoke(event)).toEqual({
      statusCode: 200,
      body: `POST /api/v1/connected-orgs limit=5&q=a+b svc_live_acme application/json {"name":"acme"}`,
    });
  });

  it("passes a batch in SQS's format", async () => {
    const fn = await startSource(`
      export const handler = async (event: any) => ({
        batchItemFailures: event.Records.filter((record: any) => JSON.parse(record.body).poison)
          .map((record: any) => ({ itemIdentifier: record.messageId })),
      });
    `);

    const event = sqsEvent([{ poison: false }, { poison: true }]);
    expect(await fn.invoke(event)).toEqual({
      batchItemFailures: [{ itemIdentifier: event.Records[1]?.messageId }],
    });
  });

  it("joins a streamed response of any size", async () => {
    const fn = await startSource(`
      declare const awslambda: any;
      export const handler = awslambda.streamifyResponse(async (event: any, stream: any) => {
        const body = awslambda.HttpResponseStream.from(stream, { statusCode: 201, headers: { "x-part": "head" } });
        for (let part = 0; part < event.parts; part += 1) body.write("x".repeat(2 ** 20));
        body.end();
      });
    `);

    const answer = await fn.invoke({ parts: 8 });
    expect(answer).toEqual({ statusCode: 201, headers: { "x-part": "head" }, body: "x".repeat(8 * 2 ** 20) });
  });

  it("rejects with the handler's error and keeps running", async () => {
    const fn = await startSource(`
      export const handler = async (event: any) => {
        if (event.fail) throw new TypeError("not today");
        return "well";
      };
    `);

    await expect(fn.invoke({ fail: true })).rejects.toMatchObject({
      errorType: "TypeError",
      message: "not today",
    });
    expect(await fn.invoke({})).toBe("well");
  });

  it("rejects when the module cannot be loaded", async () => {
    const fn = await startSource(
      `throw new Error("no DATABASE_URL"); export const handler = async () => {};`,
    );

    const reported = { errorType: "Error", message: "no DATABASE_URL" };
    await expect(fn.invoke({})).rejects.toMatchObject(reported);
    await expect(fn.invoke({})).rejects.toMatchObject(reported);
  });

  it("rejects with the log when the process exits", async () => {
    const fn = await startSource(`
      export const handler = async () => { console.error("out of luck"); process.exit(3); };
    `);

    await expect(fn.invoke({})).rejects.toThrow(/ended with 3[^]*out of luck/u);
  });

  it("gives the function only its own environment", async () => {
    process.env["SECRET_OF_THE_TEST"] = "leaked";
    onTestFinished(() => void delete process.env["SECRET_OF_THE_TEST"]);
    const fn = await startSource(
      `export const handler = async () => [process.env.BLOB_BUCKET, process.env.SECRET_OF_THE_TEST ?? null];`,
      { BLOB_BUCKET: "blobs" },
    );

    expect(await fn.invoke({})).toEqual(["blobs", null]);
  });
});

import { expect, it } from "vitest";
import { z } from "zod";
import { listTools } from "./server.ts";

const tools = listTools(() => Promise.reject(new Error("unused"))).map(
  ({ name, title, description, input, output }) => ({
    name,
    title,
    description,
    inputSchema: z.toJSONSchema(input, { io: "input" }),
    outputSchema: z.toJSONSchema(output),
  }),
);

it("describes the tools as recorded: a change of a name or field breaks clients", async () => {
  await expect(`${JSON.stringify(tools, null, 2)}\n`).toMatchFileSnapshot("testing/tools.json.snap");
});

it("asks for a local clone only on the machine of the user", () => {
  const inputs = listTools().flatMap(({ input }) => Object.keys(input.shape));
  expect(inputs).toContain("removes");
  for (const name of ["path", "base", "head"]) expect(inputs).not.toContain(name);
});

it("limits every text and list of an input", () => {
  const unlimited = tools.flatMap(({ name, inputSchema }) => unlimitedIn(inputSchema, name));
  expect(unlimited).toEqual([]);
});

type Schema = Readonly<Record<string, unknown>>;

/** Returns the places of strings and arrays without a maximum, and of numbers without bounds. */
function unlimitedIn(schema: Schema, place: string): string[] {
  const limits: Record<string, readonly string[]> = {
    string: ["maxLength"],
    array: ["maxItems"],
    number: ["minimum", "maximum"],
    integer: ["minimum", "maximum"],
  };
  const missing = (limits[String(schema["type"])] ?? []).filter((limit) => !(limit in schema));
  const children: [string, unknown][] = [
    ...Object.entries((schema["properties"] ?? {}) as Schema),
    ...(schema["items"] === undefined ? [] : [["[]", schema["items"]] as [string, unknown]]),
  ];
  return [
    ...missing.map((limit) => `${place}: ${limit}`),
    ...children.flatMap(([name, child]) => unlimitedIn(child as Schema, `${place}.${name}`)),
  ];
}

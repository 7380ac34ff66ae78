import { expect, it } from "vitest";
import { parseArguments } from "./arguments.ts";

const hostIn = (environment: NodeJS.ProcessEnv) => parseArguments([], environment)?.host;

it("listens on 127.0.0.1 unless HOST is set [D-5.16]", () => {
  expect([{}, { HOST: "" }, { HOST: "0.0.0.0" }].map(hostIn)).toEqual(["127.0.0.1", "127.0.0.1", "0.0.0.0"]);
});

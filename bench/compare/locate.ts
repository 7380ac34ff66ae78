import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Miss } from "./present-comparison.ts";
import type { TheirDeclaration } from "./their-declarations.ts";

/** Where in the checkout the bot's dependency probably stands: it tells hardly any lines. */
export async function locate(miss: TheirDeclaration, checkout: string): Promise<Miss> {
  const { repository, file, manager, name, version, dependency } = miss;
  const lines = (await readFile(join(checkout, file), "utf8")).split("\n");
  const wanted = [dependency.replaceString?.split("\n")[0], dependency.depName, name.split("/").at(-1)];
  const index = wanted
    .filter((text) => text !== undefined && text !== "")
    .map((text) => lines.findIndex((line) => line.includes(text ?? "")))
    .find((found) => found !== -1);
  return {
    repository,
    file,
    manager,
    name,
    version,
    line: index === undefined ? null : index + 1,
    text: index === undefined ? "" : (lines[index]?.trim() ?? ""),
  };
}

import { defineCommand, print } from "../command.ts";
import { ask } from "../service/open-answers.ts";
import { LIMIT, parseLimit, renderArtifacts } from "./artifacts.ts";
import { JSON_FLAG } from "./options.ts";
import { getSource, SOURCE_OPTIONS, SOURCE_USAGE } from "./source.ts";

export const lookup = defineCommand({
  name: "lookup",
  usage: `NAME ${SOURCE_USAGE}`,
  about: "Find a repository with what it produces, and the artifacts whose name contains NAME.",
  positional: {
    name: "NAME",
    help: "Full path, URL or last part of a repository's name, or part of an artifact's name, also as type:name or package URL",
  },
  options: { ...SOURCE_OPTIONS, limit: LIMIT, json: JSON_FLAG },
  examples: [
    "knockon lookup base-image --in acme.json",
    "knockon lookup https://github.com/acme/base-image --in acme.json",
    "knockon lookup container_image:ghcr.io/acme/base-image --in acme.json --json",
  ],
  async run({ values, getPositional }) {
    const text = getPositional();
    const limit = parseLimit(values.limit);
    const found = await ask(await getSource("lookup", values), async (answers) => {
      const [{ getRepository, readArtifactName }, { ToolError }] = await Promise.all([
        import("@knockon/mcp/names"),
        import("@knockon/mcp/tool-error"),
      ]);
      const known = await getRepository(answers, text).catch((error: unknown) => {
        if (error instanceof ToolError) return error;
        throw error;
      });
      const { name: q, ...type } = readArtifactName(text);
      const { items, total } = await answers.listArtifacts({ q, ...type, limit, offset: 0 });
      if (known instanceof ToolError && total === 0) throw known;
      const repository =
        known instanceof ToolError ? null : { ...known, artifacts: await answers.listProducts(known.id) };
      return { repository, artifacts: items, total };
    });
    if (values.json) return print((await import("../output/format.ts")).toJson(found));
    const { printLines } = await import("../output/format.ts");
    const { repository, artifacts, total } = found;
    if (repository) {
      print(printLines([`Repository ${repository.full_path}`]));
      if (repository.artifacts.length > 0)
        print(`\nProduces\n${await renderArtifacts(repository.artifacts, repository.artifacts.length)}\n`);
    }
    const produced = new Set(repository?.artifacts.map(({ id }) => id));
    const others = artifacts.filter(({ id }) => !produced.has(id));
    if (others.length > 0) {
      const title = repository ? "\nOther artifacts with this name" : "Artifacts";
      const unlisted = total - artifacts.length;
      print(`${title}\n${await renderArtifacts(others, others.length + unlisted)}\n`);
    }
  },
});

import { defineCommand, print } from "../command.ts";
import { ask } from "../service/open-answers.ts";
import { LIMIT, parseLimit } from "./artifacts.ts";
import { JSON_FLAG, parseRoles, ROLE } from "./options.ts";
import { getSource, SOURCE_OPTIONS, SOURCE_USAGE } from "./source.ts";

const describeUnnamed = (count: number): string =>
  `${count === 1 ? "1 declaration" : `${count} declarations`} of repositories that are not named (naming rule of the workspace).`;

export const dependents = defineCommand({
  name: "dependents",
  usage: `REPO ${SOURCE_USAGE}`,
  about:
    'List the declarations of other repositories that use REPO, with file and line. "knockon impact" also follows them further and says when a change arrives.',
  positional: { name: "REPO", help: "Full path, URL or last part of the name, such as acme/base-image" },
  options: {
    ...SOURCE_OPTIONS,
    role: { ...ROLE, help: `${ROLE.help} (default: all)` },
    limit: LIMIT,
    json: JSON_FLAG,
  },
  examples: [
    "knockon dependents acme/base-image --in acme.json",
    "knockon dependents base-image --in acme.json --role runtime,build --json",
  ],
  async run({ values, getPositional }) {
    const name = getPositional();
    const limit = parseLimit(values.limit);
    const roles = parseRoles(values.role);
    const found = await ask(await getSource("dependents", values), async (answers) => {
      const { getRepository } = await import("@knockon/mcp/names");
      return await answers.listDependents((await getRepository(answers, name)).id, roles);
    });
    const { describeOwner } = await import("@knockon/contract/check/words");
    const { list, toJson } = await import("../output/format.ts");
    const { writeNote } = await import("../output/note.ts");
    if (found.unnamed) writeNote(describeUnnamed(found.unnamed));
    const shown = found.items.slice(0, limit);
    if (values.json) return print(toJson(shown));
    const rows = shown.map((one) => [
      one.target_repository.full_path,
      `${one.source_file}:${one.source_line}`,
      one.raw_reference,
      one.role,
      one.confidence.toFixed(2),
      one.owner === null ? "" : describeOwner(one.owner),
    ]);
    const header = ["repository", "place", "reference", "role", "confidence", "owner"];
    print(`${list(header, rows, found.items.length)}\n`);
  },
});

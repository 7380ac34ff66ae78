import { defineCommand, print } from "../command.ts";
import { ask } from "../service/open-answers.ts";
import { JSON_FLAG } from "./options.ts";
import { getSource, SOURCE_OPTIONS, SOURCE_USAGE } from "./source.ts";

export const problems = defineCommand({
  name: "problems",
  usage: SOURCE_USAGE,
  about: "List the files and repositories that could not be read, with the reason.",
  options: { ...SOURCE_OPTIONS, json: JSON_FLAG },
  examples: ["knockon problems --in acme.json", "knockon problems --url http://127.0.0.1:4000"],
  async run({ values }) {
    const listed = await ask(await getSource("problems", values), (answers) => answers.listProblems());
    const found = listed.map(({ repository, ...rest }) => ({ repository: repository.full_path, ...rest }));
    const [{ toJson }, { renderProblems }] = await Promise.all([
      import("../output/format.ts"),
      import("../output/render-problems.ts"),
    ]);
    if (values.json) print(toJson(found));
    else print(`${found.length === 0 ? "No problems." : renderProblems(found)}\n`);
  },
});

import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { runKnockon } from "../testing/run-knockon.ts";
import { temporaryFolder } from "../testing/temporary-organization.ts";
import { COMMANDS } from "./table.ts";

const folder = temporaryFolder();
const isInstalled = (shell: string): boolean => spawnSync(shell, ["--version"]).status === 0;

/** Writes the script of a shell to a file. */
function scriptFile(shell: string): string {
  const file = join(folder, `knockon.${shell}`);
  writeFileSync(file, scripts.get(shell) ?? "");
  return file;
}

const scripts = new Map<string, string>();
beforeAll(async () => {
  for (const shell of ["bash", "zsh", "fish"])
    scripts.set(shell, (await runKnockon(["completion", shell])).stdout);
});

/** Returns what bash completes the last word with. */
function complete(...words: string[]): string[] {
  const script = `${scripts.get("bash")}
    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _knockon; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const output = execFileSync("bash", ["--norc", "-c", script, "bash", "knockon", ...words], {
    encoding: "utf8",
  });
  return output.split("\n").filter((line) => line !== "");
}

describe("knockon completion bash", () => {
  it("completes commands, also after help", () => {
    expect(complete("")).toEqual([...COMMANDS.map(({ name }) => name), "help"]);
    expect(complete("ch")).toEqual(["check"]);
    expect(complete("help", "gr")).toEqual(["graph"]);
  });

  it("completes all options of a command, and the values of options", async () => {
    for (const { name, load } of COMMANDS)
      expect(complete(name, "--")).toEqual(
        Object.keys((await load()).options).map((option) => `--${option}`),
      );
    expect(complete("check", "--format", "s")).toEqual(["sarif"]);
    expect(complete("unresolved", "--reason", "")).toEqual(["no_producer", "unbound", "external"]);
    expect(complete("completion", "")).toEqual(["bash", "zsh", "fish"]);
  });

  it("leaves files to bash", () => {
    expect(complete("scan", "")).toEqual([]);
    expect(complete("impact", "--in", "")).toEqual([]);
    expect(scripts.get("bash")).toContain("complete -o default -F _knockon knockon");
  });
});

describe("knockon completion zsh and fish", () => {
  it.each(["zsh", "fish"])("has every command and option for %s", async (shell) => {
    const script = scripts.get(shell) ?? "";
    for (const { name, load } of COMMANDS) {
      const line = script.split("\n").filter((one) => one.includes(name));
      for (const option of Object.keys((await load()).options))
        expect(line.join("\n")).toMatch(new RegExp(`(?:--|-l )${option}\\b`, "u"));
    }
  });

  it.skipIf(!isInstalled("zsh"))("is valid syntax for zsh", () => {
    const { status, stderr } = spawnSync("zsh", ["-f", "-n", scriptFile("zsh")], { encoding: "utf8" });
    expect([status, stderr]).toEqual([0, ""]);
  });

  it.skipIf(!isInstalled("fish"))("completes in fish", () => {
    const completeInFish = (line: string): string[] => {
      const script = `source ${scriptFile("fish")}; complete -C '${line}'`;
      const options = { encoding: "utf8", env: { ...process.env, HOME: folder } } as const;
      const found = execFileSync("fish", ["--no-config", "-c", script], options);
      return found.split("\n").flatMap((row) => (row === "" ? [] : [row.split("\t")[0] ?? ""]));
    };
    expect(completeInFish("knockon ch")).toEqual(["check"]);
    expect(completeInFish("knockon help gr")).toEqual(["graph"]);
    expect(completeInFish("knockon check --fo")).toEqual(["--format"]);
    expect(completeInFish("knockon check --format s")).toEqual(["sarif"]);
    expect(completeInFish("knockon completion ")).toEqual(["bash", "fish", "zsh"]);
  });
});

it("rejects another shell", async () => {
  expect((await runKnockon(["completion", "bahs"])).stderr).toBe(
    'knockon: Invalid shell "bahs". Did you mean "bash"? Use one of: bash, zsh, fish.\n',
  );
});

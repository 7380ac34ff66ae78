import type { Program, Value } from "./program.ts";

/** The registry that `docker.withRegistry('https://registry.acme.io') { … }` sets for its block. Call `pass` for every token in order. */
export class RegistryBlocks {
  readonly #program: Program;
  readonly #open: { depth: number; registry: Value | undefined }[] = [];
  #depth = 0;

  constructor(program: Program) {
    this.#program = program;
  }

  pass(at: number): void {
    const program = this.#program;
    if (program.is(at, "{")) this.#depth += 1;
    if (program.is(at, "}")) {
      this.#depth -= 1;
      while ((this.#open.at(-1)?.depth ?? -Infinity) >= this.#depth) this.#open.pop();
    }
    if (program.is(at, "docker", ".", "withRegistry", "("))
      this.#open.push({ depth: this.#depth, registry: program.valueAt(at + 4) });
  }

  /** The registry of the innermost block. */
  get current(): Value | undefined {
    return this.#open.at(-1)?.registry;
  }
}

/** Adds a registry to an image without one. */
export function inRegistry(image: Value | undefined, registry: Value | undefined): Value | undefined {
  const host = registry?.text.replace(/^https?:\/\//, "").replace(/\/.*$/s, "") ?? "";
  const first = image?.text.split("/", 2).length === 2 ? (image.text.split("/", 1)[0] ?? "") : "";
  if (!image || host === "" || /[.:$]|^localhost$/.test(first)) return image;
  return { text: `${host}/${image.text}`, line: image.line };
}

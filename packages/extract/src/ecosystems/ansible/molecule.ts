import { at, entriesOf, itemsOf, scalarAt, textOf, type DataNode } from "../../document/node.ts";
import type { Declaration, Facts } from "../../ecosystem.ts";
import { imageDeclaration } from "../../image-reference.ts";
import type { SourceFile } from "../../source-file.ts";

/** The image of a platform of a scenario, as written: `acme/test-${MOLECULE_DISTRO:-debian12}`. */
export interface PlatformImage {
  text: string;
  line: number;
}

/** A value that CI gives an environment variable. */
export interface CiValue {
  name: string;
  value: string;
  line: number;
}

const SCENARIO = /(?:^|\/)molecule\/[^/]+\/molecule\.ya?ml$/;
const CI = /^(?:\.github\/workflows\/[^/]+\.ya?ml|\.travis\.ya?ml)$/;

export const isScenario = (path: string): boolean => SCENARIO.test(path);

/** Whether a file of CI may run Molecule with variables. */
export const mayRunMolecule = ({ path, text }: { path: string; text: string }): boolean =>
  CI.test(path) && text.includes("molecule");

export const readPlatforms = (file: SourceFile): PlatformImage[] =>
  itemsOf(at(file.yaml()[0], "platforms")).flatMap((platform) => {
    const image = scalarAt(platform, "image");
    return image ? [{ text: image.text, line: image.line }] : [];
  });

/** Returns the values of variables in a workflow or a configuration of Travis, with those of a matrix. */
export function readCiValues(file: SourceFile): CiValue[] {
  const [document] = file.yaml();
  const jobs = entriesOf(at(document, "jobs")).flatMap(({ value }) => jobValues(value));
  return [...jobs, ...travisValues(at(document, "env"))];
}

const MATRIX = /^\$\{\{\s*matrix\.(?<axis>[\w-]+)\s*\}\}$/;

function jobValues(job: DataNode): CiValue[] {
  const environments = [job, ...itemsOf(at(job, "steps"))].flatMap((each) => entriesOf(at(each, "env")));
  return environments.flatMap(({ key: name, value: node, line }) => {
    const text = textOf(node) ?? "";
    const axis = MATRIX.exec(text)?.groups?.["axis"];
    if (axis === undefined) return text === "" || text.includes("${{") ? [] : [{ name, value: text, line }];
    return axisValues(at(job, "strategy", "matrix"), axis).map((one) => ({ ...one, name }));
  });
}

const axisValues = (matrix: DataNode | undefined, axis: string): Omit<CiValue, "name">[] =>
  [
    ...itemsOf(at(matrix, axis)),
    ...itemsOf(at(matrix, "include")).flatMap((item) => scalarAt(item, axis) ?? []),
  ].flatMap((item) => (item.kind === "scalar" ? [{ value: item.text, line: item.line }] : []));

/** `env: [A=x B=y, { A: x }]`, also below `matrix`, `jobs` and `global`. */
const travisValues = (environment: DataNode | undefined): CiValue[] =>
  [environment, ...["matrix", "jobs", "global"].map((key) => at(environment, key))]
    .flatMap((node) => itemsOf(node))
    .flatMap((item) => (item.kind === "scalar" ? assignments(item) : fields(item)));

const assignments = ({ text, line }: { text: string; line: number }): CiValue[] =>
  Array.from(text.matchAll(/(?<name>[A-Z_]\w*)=["']?(?<value>[^\s"']+)/g), ({ groups }) => ({
    name: groups?.["name"] ?? "",
    value: groups?.["value"] ?? "",
    line,
  }));

const fields = (item: DataNode): CiValue[] =>
  entriesOf(item).flatMap(({ key: name, value, line }) => {
    const text = textOf(value);
    return text === undefined ? [] : [{ name, value: text, line }];
  });

const VARIABLE = /\$\{(?<name>[A-Za-z_]\w*)(?::?-(?<fallback>[^{}]*))?\}/g;

interface MoleculeFacts {
  platforms: PlatformImage[];
  ciValues: CiValue[];
}

/**
 * Declares the images of all scenarios: at the platform with the defaults of its variables, and at each value that CI gives
 * one of them.
 */
export function platformDeclarations(files: readonly Facts<MoleculeFacts>[]): Declaration[] {
  const values = files.flatMap(({ path, facts }) => facts.ciValues.map((value) => ({ ...value, path })));
  const found = files.flatMap(({ path, facts }) =>
    facts.platforms.flatMap(({ text, line }) => {
      const names = new Set(Array.from(text.matchAll(VARIABLE), ({ groups }) => groups?.["name"]));
      return [
        { path, line, text: expandVariables(text), role: "test" as const },
        ...values
          .filter(({ name }) => names.has(name))
          .map((one) => ({
            path: one.path,
            line: one.line,
            text: expandVariables(text, one),
            role: "ci" as const,
          })),
      ];
    }),
  );
  const distinct = new Map(found.map((one) => [JSON.stringify(one), one]));
  return [...distinct.values()].flatMap(({ path, line, text, role }) => {
    const rule = "ansible.molecule_image";
    const declaration = imageDeclaration(
      { ecosystem: "ansible", sourceFile: path, sourceLine: line, rule },
      text,
    );
    return declaration ? [{ ...declaration, role }] : [];
  });
}

/** Interpolates one variable by its value, and others by their defaults. */
export const expandVariables = (text: string, known?: CiValue): string =>
  text.replace(VARIABLE, (whole, name: string, fallback: string | undefined) =>
    name === known?.name ? known.value : (fallback ?? whole),
  );

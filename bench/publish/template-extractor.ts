import { inProcessExtractor } from "@knockon/core/testing/memory-ports";
import type { ExtractedDeclaration } from "@knockon/extract/ecosystem";
import type { Extractor } from "@knockon/extract/isolate/extractor";
import { ECOSYSTEMS } from "../scale/ecosystem.ts";
import { filesOf } from "../scale/files.ts";
import { memorySnapshot } from "../scale/memory-host.ts";
import {
  makeRepository,
  producedBy,
  type Organization,
  type Repository,
  type Use,
} from "../scale/organization.ts";

type Extracted = ReturnType<Extractor["extract"]>;

const VERSION = "7.77.7";
/** What differs between the artifacts of an ecosystem, in every form in which a declaration names them. */
const coreOf = (artifact: string): string =>
  /(?:acme\/)?repository-\d+|(?:org-\d+\/)?part-\d+/u.exec(artifact)?.[0] ?? artifact;
const MODEL = { own: 77_777_777, thirdParty: 77_777_777 };
/** The artifacts of a repository depend on its index by these periods: of ecosystems, actions and images. */
const PERIOD = 7 * 3 * 2;

/**
 * Extracts repositories of the generated organization a hundred times faster than by reading them: extracts each kind of declaration
 * and of producer once, and replaces names, versions and lines in the result.
 */
export function templateExtractor(organization: Organization): Extractor {
  const models = new Map<string, Extracted>();
  const extract = (key: string, repository: Repository): Extracted => {
    const known =
      models.get(key) ??
      inProcessExtractor.extract(
        {
          id: key,
          name: `repository-${repository.index}`,
          fullPath: `acme/repository-${repository.index}`,
        } as never,
        memorySnapshot(filesOf(repository)),
      );
    models.set(key, known);
    return known;
  };

  async function declarationOf(use: Use, line: number): Promise<ExtractedDeclaration> {
    const isOwn = use.artifact.includes("acme/repository-");
    const { own, thirdParty } = ECOSYSTEMS[use.ecosystem];
    const artifact = isOwn ? own(MODEL.own) : thirdParty(MODEL.thirdParty);
    const version = use.version.replace(/[\d.]+/u, VERSION);
    const { declarations } = await extract(`${use.ecosystem} ${isOwn}`, {
      index: 0,
      produces: [],
      isRenamed: false,
      uses: [{ ...use, file: ECOSYSTEMS[use.ecosystem].file(0), artifact, version }],
    });
    const text = JSON.stringify(declarations[0])
      .replaceAll(coreOf(artifact), coreOf(use.artifact))
      .replaceAll(VERSION, /[\d.]+/u.exec(use.version)?.[0] ?? "");
    return { ...(JSON.parse(text) as ExtractedDeclaration), sourceFile: use.file, sourceLine: line };
  }

  return {
    ...inProcessExtractor,
    async extract({ fullPath }) {
      const index = Number(fullPath.split("-").at(-1));
      const repository = makeRepository(organization, index);
      const model = index < PERIOD ? index : PERIOD + (index % PERIOD);
      const produced = await extract(`${model}`, {
        index: model,
        produces: producedBy(model),
        isRenamed: false,
        uses: [],
      });
      const renamed = JSON.parse(
        JSON.stringify(produced).replaceAll(`repository-${model}`, `repository-${index}`),
      ) as Awaited<Extracted>;
      return {
        ...renamed,
        declarations: await Promise.all(repository.uses.map((use, place) => declarationOf(use, place + 1))),
      };
    },
  };
}

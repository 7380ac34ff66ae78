import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decisiveNames } from "./image-namespace.ts";
import { indexProducers } from "./producer-index.ts";
import type { ProducerRepository } from "./producer-repository.ts";
import { resolve, resolveAll, type Resolvable } from "./resolve.ts";

/** A repository whose ID is its path. */
const repository = (fullPath: string, more: Partial<ProducerRepository> = {}): ProducerRepository => ({
  id: fullPath,
  fullPath,
  cloneUrl: `https://github.com/${fullPath}.git`,
  host: "github.com",
  hostAliases: [],
  aliases: [],
  archived: false,
  isFork: false,
  artifacts: [],
  ...more,
});

const producing = (fullPath: string, name: string, more: Partial<ProducerRepository> = {}) =>
  repository(fullPath, { artifacts: [{ name, announces: [name] }], ...more });

const declaration = (lookups: string[], more: Partial<Resolvable> = {}): Resolvable => ({
  artifact: "declared",
  dependencyType: "git_repository",
  lookups,
  unbound: null,
  versionConstraint: "v1.2.3",
  versioning: "git",
  evidence: { class: "manifest", rule: "test.rule" },
  ...more,
});

const resolveAmong = (repositories: ProducerRepository[], lookups: string[], source = "acme/app") =>
  resolve(indexProducers(repositories), declaration(lookups), source);

const UI = "npm_package:@acme/ui";

describe("resolve", () => {
  it("finds a repository by its URL", () => {
    expect(resolveAmong([repository("acme/base")], ["git:github.com/acme/base"])).toEqual({
      targetRepositoryId: "acme/base",
      artifactName: "declared",
      artifact: "*",
      confidence: 1000,
      state: "pinned",
      reason: null,
      matchedBy: "git:github.com/acme/base",
    });
  });

  it("finds one file of a repository by its URL", () => {
    const index = indexProducers([repository("acme/base")]);
    const target = { targetScope: "unit:file:ci/x.sh" };
    expect(resolve(index, declaration(["git:github.com/acme/base"], target), "acme/app").artifact).toBe(
      "unit:file:ci/x.sh",
    );
    expect(resolve(index, declaration(["git:github.com/acme/none"], target), "acme/app").artifact).toBe("*");
  });

  it("finds an artifact by an announced name and returns the producer's spelling", () => {
    const ui = repository("acme/web", { artifacts: [{ name: "@acme/ui", announces: [UI] }] });
    const found = resolveAmong([ui], [UI]);
    expect(found).toMatchObject({
      targetRepositoryId: "acme/web",
      artifactName: "@acme/ui",
      confidence: 980,
    });
  });

  it("returns the scope of an announced artifact, and otherwise the set of scopes of the declared type", () => {
    const name = "npm_package:@acme/UI";
    const ui = repository("acme/web", { artifacts: [{ name: "@acme/ui", announces: [name] }] });
    const assumed = [{ name: "@acme/x", announces: ["npm_package:@acme/x"], assumed: true as const }];
    const index = indexProducers([ui, repository("acme/x", { artifacts: assumed })]);
    const artifactOf = (lookups: string[], dependencyType: Resolvable["dependencyType"]) =>
      resolve(index, declaration(lookups, { dependencyType }), "acme/app").artifact;
    expect(artifactOf([name], "npm_package")).toBe("npm_package:@acme/ui");
    expect(artifactOf(["path:acme/web"], "npm_package")).toBe("*:npm_package");
    expect(artifactOf(["path:acme/web"], "git_repository")).toBe("*");
    expect(artifactOf(["npm_package:@acme/x"], "npm_package")).toBe("*:npm_package");
    expect(artifactOf(["npm_package:@acme/none"], "npm_package")).toBe("*:npm_package");
  });

  it("returns the scope of the package that a URL's declaration names, if the repository announces it", () => {
    const crates = ["core", "other"].map((name) => ({ name, announces: [`rust_crate:${name}`] }));
    const index = indexProducers([
      repository("acme/kit", { artifacts: crates }),
      repository("acme/fork", { artifacts: [{ name: "elsewhere", announces: ["rust_crate:elsewhere"] }] }),
    ]);
    const artifactOf = (targetName: string) =>
      resolve(index, declaration(["path:acme/kit"], { dependencyType: "rust_crate", targetName }), "acme/app")
        .artifact;
    expect(artifactOf("rust_crate:core")).toBe("rust_crate:core");
    expect(artifactOf("rust_crate:unpublished")).toBe("*:rust_crate");
    expect(artifactOf("rust_crate:elsewhere")).toBe("*:rust_crate");
    expect(decisiveNames({ lookups: ["git:x"], targetName: "rust_crate:core" })).toContain("rust_crate:core");
  });

  it("finds the repository of an assumed artifact and keeps the declared name", () => {
    const convention = "convention:container_image:acme/base";
    const artifacts = [{ name: "acme/base", announces: [convention], assumed: true as const }];
    expect(resolveAmong([repository("acme/base", { artifacts })], [convention])).toMatchObject({
      targetRepositoryId: "acme/base",
      artifactName: "declared",
      confidence: 800,
    });
  });

  it("uses the first lookup name that has a producer", () => {
    const repositories = [producing("acme/b", "go_module:b"), producing("acme/c", "go_module:c")];
    const found = resolveAmong(repositories, ["go_module:a", "go_module:b", "go_module:c"]);
    expect(found).toMatchObject({ targetRepositoryId: "acme/b", matchedBy: "go_module:b" });
  });

  it("has less confidence in image names than in package names, and least in conventions", () => {
    const convention = "convention:terraform_module:acme/vpc/aws";
    expect(resolveAmong([producing("acme/vpc", convention)], [convention]).confidence).toBe(800);
    const image = "container_image:ghcr.io/acme/base";
    expect(resolveAmong([producing("acme/base", image)], [image]).confidence).toBe(950);
  });

  it("treats assumed artifacts as conventions and tries them last, except those of the source itself", () => {
    const image = "container_image:ghcr.io/acme/base";
    const artifacts = [{ name: "ghcr.io/acme/base", announces: [image], assumed: true as const }];
    const builder = repository("acme/aaa", { artifacts });
    expect(resolveAmong([builder], [image])).toMatchObject({
      targetRepositoryId: "acme/aaa",
      artifactName: "declared",
      confidence: 800,
    });
    const [base, pusher] = [repository("acme/base"), producing("z/x", image)];
    const lookups = [image, "path:acme/base"];
    expect(resolveAmong([builder, base], lookups).targetRepositoryId).toBe("acme/base");
    expect(resolveAmong([builder, base], lookups, builder.id).targetRepositoryId).toBe("acme/aaa");
    expect(resolveAmong([builder, base, pusher], lookups)).toMatchObject({
      targetRepositoryId: "z/x",
      reason: null,
      confidence: 950,
    });
    expect(resolveAmong([builder, repository("acme/bbb", { artifacts })], [image])).toMatchObject({
      reason: "ambiguous",
      confidence: 650,
    });
  });

  it("prefers a declared artifact to an assumed one of the same repository", () => {
    const both = [
      { name: "@acme/ui", announces: [UI], assumed: true as const },
      { name: "@acme/ui", announces: [UI] },
    ];
    expect(resolveAmong([repository("acme/x", { artifacts: both })], [UI]).confidence).toBe(980);
  });

  it.each([
    ["maven_artifact:com.github.acme:kit", "git:github.com/acme/kit", 800],
    ["swift_package:acme.kit", "path:acme/kit", 800],
    ["helm_chart:acme.github.io/kit/web", "git:github.com/acme/kit", 800],
    ["go_module:github.com/Acme/kit/cli/v2", "git:github.com/acme/kit", 1000],
    ["github_action:acme/kit/setup", "path:acme/kit", 1000],
    ["composer_package:acme/kit", "git:github.com/acme/kit", 1000],
    ["container_image:registry.gitlab.com/acme/kit/web", "git:gitlab.com/acme/kit", 950],
  ])("has full confidence only if %s contains the path in %s", (artifact, name, confidence) => {
    const kit = repository("acme/kit", { hostAliases: ["gitlab.com"] });
    expect(resolveAmong([kit], [artifact, name])).toMatchObject({
      targetRepositoryId: "acme/kit",
      confidence,
    });
  });

  it("returns a reason if there is no producer", () => {
    const index = indexProducers([repository("acme/base")]);
    expect(resolve(index, declaration(["path:other/x"]), "acme/app")).toMatchObject({
      targetRepositoryId: null,
      confidence: 0,
      reason: "no_producer",
      matchedBy: null,
    });
    const unbound = resolve(index, declaration([], { unbound: "BASE" }), "acme/app");
    expect(unbound).toMatchObject({ targetRepositoryId: null, reason: "unbound", state: "unresolved" });
  });

  it("has no producer for a known name with an unbound version", () => {
    const found = resolve(
      indexProducers([]),
      declaration(["path:acme/base"], { unbound: "TAG" }),
      "acme/app",
    );
    expect(found).toMatchObject({ targetRepositoryId: null, reason: "no_producer", state: "unresolved" });
  });

  it("finds the producer even if the version is unbound", () => {
    const index = indexProducers([repository("acme/base")]);
    const found = resolve(index, declaration(["path:acme/base"], { unbound: "TAG" }), "acme/app");
    expect(found).toMatchObject({ targetRepositoryId: "acme/base", reason: null, state: "unresolved" });
  });

  it("finds a renamed repository by its former path until another repository takes that path", () => {
    const renamed = repository("acme/new", { aliases: ["acme/old"] });
    expect(resolveAmong([renamed], ["git:github.com/acme/old"]).targetRepositoryId).toBe("acme/new");
    const successor = repository("acme/old", { isFork: true, archived: true });
    const found = resolveAmong([renamed, successor], ["git:github.com/acme/old"]);
    expect(found).toMatchObject({ targetRepositoryId: "acme/old", reason: null });
  });
});

describe("resolve with several producers of one name", () => {
  it.each([
    ["the source itself", producing("z/app", UI, { isFork: true }), producing("acme/ui", UI), "z/app"],
    ["an original to its fork", producing("z/x", UI), producing("acme/ui", UI, { isFork: true }), ""],
    [
      "an active repository to an archived one",
      producing("z/x", UI),
      producing("acme/ui", UI, { archived: true }),
      "",
    ],
    ["the repository that is named like the artifact", producing("z/ui", UI), producing("acme/web", UI), ""],
    [
      "a match of the whole path to a match of its end",
      producing("acme/ui", UI),
      producing("aaa/ui", UI),
      "",
    ],
  ])("prefers %s", (_, preferred, other, source) => {
    const found = resolveAmong([other, preferred], [UI], source);
    expect(found).toMatchObject({ targetRepositoryId: preferred.id, reason: null, confidence: 980 });
  });

  it("is ambiguous between equals: chooses the first path, with the confidence floor of the band", () => {
    const equals = [producing("acme/y", UI), producing("acme/x", UI)];
    const found = resolveAmong(equals, [UI]);
    expect(found).toMatchObject({ targetRepositoryId: "acme/x", reason: "ambiguous", confidence: 900 });
  });

  it("is ambiguous for a fork without its original, unless the name contains the fork's owner", () => {
    const kit = "npm_package:kit";
    const fork = producing("acme/kit", kit, { isFork: true });
    expect(resolveAmong([fork], [kit])).toMatchObject({
      targetRepositoryId: "acme/kit",
      reason: "ambiguous",
      confidence: 900,
    });
    expect(resolveAmong([producing("acme/kit", UI, { isFork: true })], [UI]).reason).toBeNull();
    expect(resolveAmong([fork], ["path:acme/kit"])).toMatchObject({ reason: null, confidence: 1000 });
  });

  it("never resolves the original's path to a fork by convention", () => {
    const upstream = "convention:go_module:github.com/upstream/kit";
    const fork = producing("acme/kit", upstream, { isFork: true });
    expect(resolveAmong([fork], [upstream]).reason).toBe("no_producer");
    expect(resolveAmong([producing("acme/kit", upstream)], [upstream])).toMatchObject({
      targetRepositoryId: "acme/kit",
      confidence: 800,
    });
    const own = "convention:terraform_module:acme/terraform-aws-vpc";
    const module = producing("acme/terraform-aws-vpc", own, { isFork: true });
    expect(resolveAmong([module], [own])).toMatchObject({ reason: null, confidence: 800 });
  });

  it("chooses an archived repository only if there is no active one, regardless of names", () => {
    const archived = producing("acme/ui", UI, { archived: true });
    expect(resolveAmong([archived], [UI])).toMatchObject({ targetRepositoryId: "acme/ui", reason: null });
    const mixed = [producing("acme/x", UI), archived, producing("acme/y", UI)];
    expect(resolveAmong(mixed, [UI])).toMatchObject({ targetRepositoryId: "acme/x", reason: "ambiguous" });
  });

  it("is not ambiguous if one repository announces the name twice", () => {
    const twice = [
      { name: "@acme/ui", announces: [UI] },
      { name: "@acme/ui", announces: [UI] },
    ];
    expect(resolveAmong([repository("acme/x", { artifacts: twice })], [UI]).reason).toBeNull();
  });

  it("resolves a path on the source's host, and on other hosts only if that has no such repository", () => {
    const hub = repository("acme/base", { id: "hub", archived: true });
    const lab = repository("acme/base", { id: "lab", host: "gitlab.com", cloneUrl: null });
    const app = repository("acme/app");
    expect(resolveAmong([lab, hub, app], ["path:acme/base"], app.id)).toMatchObject({
      targetRepositoryId: "hub",
      reason: null,
    });
    expect(resolveAmong([lab, app], ["path:acme/base"], app.id).targetRepositoryId).toBe("lab");
  });

  it("does not depend on the order of the repositories", () => {
    const trait = fc.record({ archived: fc.boolean(), isFork: fc.boolean() });
    const names = fc.uniqueArray(fc.constantFrom("acme/ui", "b/ui", "a/ui", "a/x", "b/x"), { minLength: 1 });
    const listing = names.chain((paths) =>
      fc
        .array(trait, { minLength: paths.length, maxLength: paths.length })
        .map((traits) => paths.map((path, i) => producing(path, UI, traits[i]))),
    );
    fc.assert(
      fc.property(
        listing.chain((all) =>
          fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
        ),
        ([listed, shuffled]) => {
          expect(resolveAmong(shuffled, [UI])).toEqual(resolveAmong(listed, [UI]));
        },
      ),
    );
  });
});

describe("a use by name", () => {
  const use = declaration([UI], { requiresProducer: true });
  const other = declaration(["npm_package:other"], { requiresProducer: true });
  const targets = (repositories: ProducerRepository[], declarations: Resolvable[], source = "acme/app") =>
    resolveAll(indexProducers(repositories), declarations, source).map(
      ({ resolution }) => resolution.targetRepositoryId,
    );

  it("counts if another repository publishes the name, with the usual confidence", () => {
    expect(targets([producing("acme/web", UI)], [use, other])).toEqual(["acme/web"]);
    expect(resolve(indexProducers([producing("acme/web", UI)]), use, "acme/app").confidence).toBe(980);
  });

  it("is dropped without a producer, while other declarations stay unresolved", () => {
    expect(targets([], [use, declaration([UI])])).toEqual([null]);
  });

  it("is dropped if the source publishes the name, even if others do", () => {
    const both = [producing("acme/web", UI), producing("acme/app", UI)];
    expect(targets(both, [use])).toEqual([]);
    expect(targets(both, [use], "acme/third")).toEqual(["acme/app"]);
  });

  it("is dropped if only a convention or an assumption leads to it", () => {
    const convention = "convention:container_image:acme/base";
    const assumed = repository("acme/x", {
      artifacts: [{ name: "@acme/ui", announces: [UI], assumed: true }],
    });
    const byConvention = declaration([convention], { requiresProducer: true });
    expect(targets([producing("acme/base", convention)], [byConvention])).toEqual([]);
    expect(targets([assumed], [use])).toEqual([]);
    expect(targets([assumed, producing("acme/web", UI)], [use])).toEqual(["acme/web"]);
  });

  it("of a chart is dropped if several repositories have it, unless one has its name", () => {
    const chart = "chart_name:acme/web";
    const byName = declaration([chart, "chart_repository:acme/web"], { requiresProducer: true });
    const [a, b, web] = ["acme/a", "acme/b", "acme/web"].map((path) => producing(path, chart));
    expect(targets([a!, b!], [byName])).toEqual([]);
    expect(targets([a!, b!, web!], [byName])).toEqual(["acme/web"]);
    expect(targets([a!, b!, producing("acme/web", "chart_repository:acme/web")], [byName])).toEqual([
      "acme/web",
    ]);
  });

  it("is ambiguous between producers of equal rank", () => {
    const both = [producing("acme/a", UI), producing("acme/b", UI)];
    expect(resolve(indexProducers(both), use, "acme/app").reason).toBe("ambiguous");
  });
});

describe("resolve, by the namespace of an image", () => {
  const NAMESPACE = "image_namespace:docker.io/acmeinc";
  const LOOKUPS = ["container_image:docker.io/acmeinc/web", "convention:container_image:acmeinc/web"];
  const image = (fullPath: string, announced: string[], more: Partial<ProducerRepository> = {}) =>
    repository(fullPath, { artifacts: announced.map((name) => ({ name, announces: [name] })), ...more });
  const named = (fullPath: string, more: Partial<ProducerRepository> = {}) =>
    repository(fullPath, {
      artifacts: [{ name: "web", announces: ["image_name:web"], assumed: true }],
      ...more,
    });
  const evidence = [image("acme/one", [NAMESPACE]), image("acme/two", [NAMESPACE])];
  const resolveImage = (repositories: ProducerRepository[], more: Partial<Resolvable> = {}) =>
    resolve(
      indexProducers(repositories),
      declaration(LOOKUPS, { dependencyType: "container_image", ...more }),
      "acme/app",
    );

  it("finds the repository of that name if two others of its organization push there", () => {
    expect(resolveImage([...evidence, named("acme/web")])).toMatchObject({
      targetRepositoryId: "acme/web",
      artifactName: "declared",
      artifact: "*:container_image",
      confidence: 600,
      reason: null,
      matchedBy: "image_name:web",
    });
  });

  it.each([
    ["one repository pushes there", [image("acme/one", [NAMESPACE]), named("acme/web")]],
    ["another organization pushes there", [...evidence, named("initech/web")]],
    ["forks push there", [...evidence.map((one) => ({ ...one, isFork: true })), named("acme/web")]],
    ["the repository is a fork", [...evidence, named("acme/web", { isFork: true })]],
    ["two repositories have that name", [...evidence, named("acme/web"), named("acme/tools/web")]],
    ["the organizations are on different hosts", [...evidence, named("acme/web", { host: "git.acme.io" })]],
  ])("finds none if %s", (_, repositories) => {
    expect(resolveImage(repositories)).toMatchObject({ targetRepositoryId: null, reason: "no_producer" });
  });

  it("prefers every other name, stated or conventional", () => {
    const stated = image("acme/images", ["container_image:docker.io/acmeinc/web"]);
    expect(resolveImage([...evidence, named("acme/web"), stated]).targetRepositoryId).toBe("acme/images");
    const conventional = repository("acmeinc/web", {
      artifacts: [{ name: "web", announces: ["convention:container_image:acmeinc/web"], assumed: true }],
    });
    expect(resolveImage([...evidence, named("acme/web"), conventional]).confidence).toBe(800);
  });

  it("finds an image that is pushed to another registry, as by convention", () => {
    const pushed = image("acme/images", ["image_path:acmeinc/web"]);
    expect(resolveImage([...evidence, named("acme/web"), pushed])).toMatchObject({
      targetRepositoryId: "acme/images",
      artifactName: "image_path:acmeinc/web",
      confidence: 800,
      reason: null,
    });
    const both = [pushed, image("acme/copies", ["image_path:acmeinc/web"])];
    expect(resolveImage(both)).toMatchObject({ confidence: 650, reason: "ambiguous" });
    expect(resolveImage(both.map((one) => ({ ...one, isFork: true }))).targetRepositoryId).toBeNull();
  });

  it("is used for names in commands only if another repository states the name", () => {
    const find = (repositories: ProducerRepository[]) =>
      resolveImage([...evidence, ...repositories], { requiresProducer: true }).targetRepositoryId;
    expect(find([named("acme/web")])).toBeNull();
    expect(find([image("acme/images", ["image_name:web"])])).toBe("acme/images");
    expect(find([image("acme/app", ["image_name:web"])])).toBeNull();
    expect(find([image("acme/images", ["image_path:acmeinc/web"])])).toBeNull();
  });
});

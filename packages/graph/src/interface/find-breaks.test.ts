import { describe, expect, it } from "vitest";
import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import type { MemberKind } from "@knockon/contract/vocabulary/interface";
import {
  argumentsOf,
  interfaceOf,
  member,
  type Argument,
  type ArtifactInterface,
  type Member,
  type OpenKinds,
} from "@knockon/extract/interface";
import { diffInterfaces } from "./diff-interfaces.ts";
import { findBreaks } from "./find-breaks.ts";
import { findLatentBreaks } from "./latent-breaks.ts";

const SCOPE = "go_module:github.com/acme/kit";

const names = (members: readonly string[], scope = SCOPE): ArtifactInterface => ({
  scope,
  file: "go.mod",
  line: 1,
  members: members.map((name, at): Member => ({ kind: "name", name, file: "kit.go", line: at + 1 })),
});

const use = (used: readonly string[], scope = SCOPE) => ({
  scope,
  file: "go.mod",
  line: 5,
  arguments: used.map((name, at): Argument => ({ kind: "name", name, file: "main.go", line: at + 10 })),
});

const found = (before: ArtifactInterface, after: ArtifactInterface, used: readonly string[]) => {
  const { breaks, undecided } = findBreaks(diffInterfaces([before], [after]), [use(used, before.scope)]);
  return [
    ...breaks.map((one) => `${one.change} ${one.name} ${one.renamedTo} ${one.at.line} ${one.effect}`),
    ...undecided.map((one) => `undecided ${one.name}: ${one.reason}`),
  ];
};

describe("exported names", () => {
  it("fails if a name or a package is gone, and suggests only names that are alike", () => {
    const before = names([".Do", ".NewClient", "retry", "retry.New"]);
    const after = names([".NewRestClient", ".Other"]);
    expect(found(before, after, [".Do", ".NewClient", "retry", "retry.New"])).toEqual([
      "removed .Do null 10 fails",
      "renamed .NewClient .NewRestClient 11 fails",
      "removed retry null 12 fails",
      "removed retry.New null 13 fails",
    ]);
  });

  it("ignores names that the module never had, and a module that is gone", () => {
    expect(found(names([".Do"]), names([]), [".Field", ".do"])).toEqual([]);
    expect(findBreaks(diffInterfaces([names([".Do"])], []), [use([".Do"])]).breaks).toEqual([]);
  });

  it("is undecided if not all files were read", () => {
    const after = { ...names([]), open: { name: "large.go was not read" } };
    expect(found(names([".Do"]), after, [".Do"])).toEqual(["undecided .Do: large.go was not read"]);
  });
});

/** `input version!` is a required input, `input version: number` has a type. Lines count from 1. */
function offered(artifactType: ArtifactType, name: string, members: string[], open?: OpenKinds) {
  const place = { artifactType, name, sourceFile: name, sourceLine: 1 };
  return interfaceOf(
    place,
    members.map((text, index) => {
      const { kind = "", id = "", isRequired, type } = MEMBER.exec(text)?.groups ?? {};
      const traits = { required: isRequired !== undefined, type };
      return member({ file: name, line: index + 1 }, kind as MemberKind, id, traits);
    }),
    open,
  );
}

const MEMBER = /^(?<kind>\S+) (?<id>[^!:]+)(?<isRequired>!)?(?:: (?<type>\w+))?$/;

/** A use of `name` in line 1 of `ci`, with one argument per line from line 2. */
function uses(scope: string, passed: string[], open?: OpenKinds) {
  const given = passed.map((text, index): Argument => {
    const [kind = "", name = ""] = text.split(/ (.*)/s);
    return { kind: kind as MemberKind, name, file: "ci", line: index + 2 };
  });
  return { scope, file: "ci", line: 1, ...argumentsOf(given, open) };
}

type Offered = ReturnType<typeof offered>;

/** `change kind name > new name at line: effect`. */
function breaksOf(before: Offered[], after: Offered[], consumer: ReturnType<typeof uses>): string[] {
  const { breaks, undecided } = findBreaks(diffInterfaces(before, after), [consumer]);
  return [
    ...breaks.map(({ change, kind, name, renamedTo, at, effect }) =>
      [
        [change, kind, name].filter((part) => part !== null).join(" "),
        ...(renamedTo === null ? [] : [`> ${renamedTo}`]),
        `at ${at.line}: ${effect}`,
      ].join(" "),
    ),
    ...undecided.map(({ kind, name, at, reason }) => `undecided ${kind} ${name} at ${at.line}: ${reason}`),
  ];
}

describe("breaks of GitLab components and files", () => {
  const file = (members: string[], open?: OpenKinds, name = "build.yml") =>
    offered("gitlab_ci_file", name, members, open);
  const include = (...passed: string[]) => uses("gitlab_ci_file:build.yml", passed);

  it("finds removed inputs, jobs and variables", () => {
    const before = [file(["input a", "job .base", "variable X", "job kept"])];
    expect(
      breaksOf(before, [file(["job kept"])], include("input a", "job .base", "variable X", "job kept")),
    ).toEqual([
      "removed input a at 2: does_not_start",
      "removed job .base at 3: does_not_start",
      "removed variable X at 4: silent",
    ]);
  });

  it("suggests the new name, and finds inputs that are now required", () => {
    const [before, after] = [file(["job .build_on_x", "input a"]), file(["job .job_on_x", "input a!"])];
    expect(breaksOf([before], [after], include("job .build_on_x"))).toEqual([
      "renamed job .build_on_x > .job_on_x at 2: does_not_start",
      "required input a at 1: does_not_start",
    ]);
  });

  it("does not decide jobs that included files may define, and ignores names of other files", () => {
    const [before, after] = [file(["job .base"]), file([], { job: "It includes others" })];
    expect(breaksOf([before], [after], include("job .base", "job .other", "variable Y"))).toEqual([
      "undecided job .base at 2: It includes others",
    ]);
  });

  it("reports a changed type of an input", () => {
    expect(breaksOf([file(["input a: string"])], [file(["input a: number"])], include("input a"))).toEqual([
      "undecided input a at 2: The type changes from string to number",
    ]);
  });

  it("compares a moved file with the one that has most of its names", () => {
    const before = file(["job .a", "job b", "variable X", "variable Y"]);
    const moved = file(["job .c", "job b", "variable X", "variable Y"], undefined, "jobs/build.yml");
    const other = file(["job b"], undefined, "jobs/other.yml");
    expect(breaksOf([before], [moved, other], include("job .a", "variable X"))).toEqual([
      "artifact_removed build.yml > jobs/build.yml at 1: does_not_start",
      "renamed job .a > .c at 2: does_not_start",
    ]);
    expect(breaksOf([before], [other], include("job .a", "job b", "variable X"))).toEqual([
      "artifact_removed build.yml at 1: does_not_start",
      "removed job .a at 2: does_not_start",
    ]);
    expect(breaksOf([before], [moved, { ...moved, scope: "gitlab_ci_file:x" }], include())).toEqual([
      "artifact_removed build.yml at 1: does_not_start",
    ]);
  });
});

describe("breaks of templates of Azure Pipelines", () => {
  const template = (members: string[], open?: OpenKinds) =>
    offered("azure_pipelines_template", "a.yml", members, open);
  const include = (passed: string[], open?: OpenKinds) =>
    uses("azure_pipelines_template:a.yml", passed, open);

  it("finds removed and required parameters, and a removed template", () => {
    const before = template(["parameter image", "parameter Kept"]);
    const after = template(["parameter kept!"]);
    const consumer = include(["parameter image"]);
    expect(breaksOf([before], [after], consumer)).toEqual([
      "removed parameter image at 2: does_not_start",
      "required parameter kept at 1: does_not_start",
    ]);
    expect(breaksOf([before], [], consumer)).toEqual(["artifact_removed a.yml at 1: does_not_start"]);
  });

  it("ignores the case of names, and does not decide computed ones", () => {
    const [before, after] = [template(["parameter image"]), template(["parameter Image!"])];
    expect(breaksOf([before], [after], include(["parameter IMAGE"]))).toEqual([]);
    expect(breaksOf([before], [after], include([], { parameter: "computed" }))).toEqual([
      "undecided parameter Image at 1: computed",
    ]);
  });

  it("does not decide a template that accepts any parameter", () => {
    const [before, after] = [template(["parameter image"]), template([], { parameter: "any" })];
    expect(breaksOf([before], [after], include(["parameter image"]))).toEqual([
      "undecided parameter image at 2: any",
    ]);
  });
});

describe("breaks of container images", () => {
  const image = (members: string[], open?: OpenKinds) => offered("container_image", "base", members, open);
  const from = (...passed: string[]) => uses("container_image:base", passed);

  it("finds another package manager, another user and a file that is gone", () => {
    const before = image(["distribution apt", "user root", "file /bin/tool"]);
    const after = image(["distribution apk", "user app", "file /opt"]);
    expect(breaksOf([before], [after], from("distribution apt", "user root", "file /bin/tool"))).toEqual([
      "renamed distribution apt > apk at 2: fails",
      "renamed user root > app at 3: fails",
      "removed file /bin/tool at 4: fails",
    ]);
    expect(breaksOf([before], [after], from("distribution dnf", "file /bin/other"))).toEqual([]);
  });

  it("does not find a file that a copied folder may contain", () => {
    const folder = { ...image(["file /opt"]) };
    const copied = {
      ...folder,
      members: folder.members.map((one) => ({ ...one, acceptsAny: true as const })),
    };
    expect(breaksOf([image(["file /opt/tool"])], [copied], from("file /opt/tool"))).toEqual([]);
    expect(breaksOf([copied], [image([])], from("file /opt/tool"))).toEqual([]);
    expect(breaksOf([image(["file /opt/a/b"])], [image(["file /opt/a/c"])], from("file /opt/a"))).toEqual([]);
  });

  it("does not decide a file of a folder whose content was known, and is not any more", () => {
    const [before, after] = [image(["file /opt", "file /opt/tool"]), image(["file /opt"])];
    const unknown = {
      ...after,
      members: after.members.map((one) => ({ ...one, acceptsAny: true as const })),
    };
    expect(breaksOf([before], [unknown], from("file /opt/tool"))).toEqual([
      "undecided file /opt/tool at 2: What /opt contains is not known",
    ]);
    expect(breaksOf([before], [after], from("file /opt/tool"))).toEqual([
      "removed file /opt/tool at 2: fails",
    ]);
    expect(breaksOf([before], [unknown], from("file /opt"))).toEqual([]);
    const listed = { ...unknown, members: [...unknown.members, ...image(["file /opt/tool"]).members] };
    expect(breaksOf([listed], [unknown], from("file /opt/tool"))).toEqual([]);
  });

  it("does not decide files that commands may write", () => {
    const after = image([], { file: "RUN or ADD may write it" });
    expect(breaksOf([image(["file /bin/tool"])], [after], from("file /bin/tool"))).toEqual([
      "undecided file /bin/tool at 2: RUN or ADD may write it",
    ]);
  });
});

describe("breaks of npm packages", () => {
  const paths = (members: string[]) => offered("npm_package", "@acme/ui", members);
  const imports = uses("npm_package:@acme/ui", ["subpath ./button", "subpath ./icons/x"]);
  const anyBelow = (image: Offered): Offered => ({
    ...image,
    members: image.members.map((one) => ({ ...one, acceptsAny: true })),
  });

  it("finds paths that are no longer exported, also if all were", () => {
    const after = paths(["subpath .", "subpath ./button"]);
    expect(breaksOf([paths(["subpath ./button", "subpath ./icons/x"])], [after], imports)).toEqual([
      "removed subpath ./icons/x at 3: fails",
    ]);
    expect(breaksOf([anyBelow(paths(["subpath ."]))], [after], imports)).toEqual([
      "removed subpath ./icons/x at 3: fails",
    ]);
    expect(breaksOf([after], [anyBelow(paths(["subpath ."]))], imports)).toEqual([]);
  });

  it("points at the line that restricts the paths", () => {
    const [before, after] = [anyBelow(paths(["subpath ."])), paths(["subpath ./button", "subpath ."])];
    const changes = diffInterfaces([before], [after]);
    expect(findBreaks(changes, [imports]).breaks).toMatchObject([
      { name: "./icons/x", before: null, after: { line: 2 } },
    ]);
  });

  it("finds paths without the extension that a pattern of exports now needs", () => {
    const before = anyBelow(paths(["subpath .", "subpath ./icons/x", "subpath ./icons/y.js"]));
    const after = (type: string): Offered => {
      const [root, icons] = paths(["subpath .", "subpath ./icons"]).members;
      return {
        ...before,
        members: [root, icons]
          .flatMap((one) => one ?? [])
          .map((one) => (one.name === "./icons" ? { ...one, type, acceptsAny: true as const } : one)),
      };
    };
    const both = uses("npm_package:@acme/ui", ["subpath ./icons/x", "subpath ./icons/y.js"]);
    expect(breaksOf([before], [after("*.*")], both)).toEqual(["removed subpath ./icons/x at 2: fails"]);
    expect(breaksOf([before], [after("*.js")], both)).toEqual(["removed subpath ./icons/x at 2: fails"]);
    expect(breaksOf([before], [after("*.css")], both)).toHaveLength(2);
    // A pattern that is only spelled differently decides nothing.
    expect(breaksOf([after("*.js")], [after("*.*")], both)).toEqual([]);
  });

  it("finds files that are gone from a package without exports, unless a script may create them", () => {
    const before = anyBelow(paths(["subpath .", "subpath ./button", "subpath ./icons/x"]));
    const after = anyBelow(paths(["subpath .", "subpath ./button"]));
    expect(breaksOf([before], [after], imports)).toEqual(["removed subpath ./icons/x at 3: fails"]);
    const built = { ...after, open: { subpath: "A build may create it" } };
    const { breaks, undecided } = findBreaks(diffInterfaces([before], [built]), [imports]);
    expect(breaks).toEqual([]);
    expect(undecided).toMatchObject([{ name: "./icons/x", reason: "A build may create it" }]);
    // The files were not listed.
    expect(breaksOf([before], [anyBelow(paths(["subpath ."]))], imports)).toEqual([]);
  });

  it("finds commands that are gone, and says nothing about those of other packages", () => {
    const started = uses("npm_package:@acme/ui", ["command_name acme", "command_name tsc"]);
    const [before, after] = [paths(["command_name acme"]), paths([])];
    expect(breaksOf([before], [after], started)).toEqual(["removed command_name acme at 2: fails"]);
    expect(findLatentBreaks([after], [started])).toEqual([]);
  });
});

describe("engines of npm packages", () => {
  const supporting = (range: string): ArtifactInterface =>
    interfaceOf(
      { artifactType: "npm_package", name: "@acme/ui", sourceFile: "package.json", sourceLine: 1 },
      [member({ file: "package.json", line: range.length }, "engine", "node", { type: range })],
    );
  const outcome = (before: string, after: string, version: string): string[] => {
    const one = uses("npm_package:@acme/ui", [`engine node ${version}`]);
    const { breaks, undecided } = findBreaks(diffInterfaces([supporting(before)], [supporting(after)]), [
      one,
    ]);
    return [
      ...breaks.map(({ name, effect, after: place }) => `${name} ${effect} ${place?.line}`),
      ...undecided.map(({ name, reason }) => `undecided ${name}: ${reason}`),
    ];
  };

  it.each([
    [">=16", ">=18.1", "16", ["node 16 warns 6"]],
    [">=16", ">=18.1", "16.20.2", ["node 16.20.2 warns 6"]],
    ["*", ">=18.1", "16", ["node 16 warns 6"]],
    // The newest release of 18.
    [">=16", ">=18.1", "18", []],
    [">=16", ">=18.1", "18.0.0", ["node 18.0.0 warns 6"]],
    [">=16", ">=18.1", "20.1.0", []],
    [">=16", "^18 || >=20", "19", ["node 19 warns 11"]],
    // A package that promises to support a version.
    [">=16", ">=18.1", ">=16", ["node >=16 warns 6"]],
    [">=16", ">=18.1", ">=20", []],
    [">=18", ">=16", "18", []],
    // Broken before.
    [">=18", ">=20", "16", []],
    [
      ">=16",
      ">=18.1",
      "${{ env.NODE }}",
      ["undecided node: The supported versions change from >=16 to >=18.1"],
    ],
    [">=18.1", ">=16", "${{ env.NODE }}", []],
    [">=16", "catalog:", "16", ["undecided node: The supported versions change from >=16 to catalog:"]],
  ])("from %s to %s with %s: %j", (before, after, version, expected) => {
    expect(outcome(before, after, version)).toEqual(expected);
  });

  it("finds versions that the current interface does not support", () => {
    const one = uses("npm_package:@acme/ui", ["engine node 16", "engine node 18", "engine node ${{ x }}"]);
    expect(findLatentBreaks([supporting(">=18")], [one]).map(({ name }) => name)).toEqual(["node 16"]);
  });
});

describe("versions that Terraform modules require", () => {
  const requiring = (versions: Record<string, string>): ArtifactInterface =>
    interfaceOf(
      { artifactType: "terraform_module", name: "acme/vpc", sourceFile: "main.tf", sourceLine: 1 },
      Object.entries(versions).map(([name, type], at) =>
        member({ file: "versions.tf", line: at + 2 }, "provider", name, { type }),
      ),
    );
  const outcome = (before: Record<string, string>, after: Record<string, string>, own: string): string[] => {
    const one = uses("terraform_module:acme/vpc", [`provider ${own}`]);
    const { breaks, undecided } = findBreaks(diffInterfaces([requiring(before)], [requiring(after)]), [one]);
    return [
      ...breaks.map(({ name, effect, after: place }) => `${name} ${effect} ${place?.line}`),
      ...undecided.map(({ name, reason }) => `undecided ${name}: ${reason}`),
    ];
  };
  const aws = "hashicorp/aws";

  it.each([
    [{ [aws]: ">= 4.0" }, { [aws]: ">= 5.0" }, `${aws} ~> 4.0`, [`${aws} ~> 4.0 fails 2`]],
    [{ [aws]: ">= 4.0" }, { [aws]: ">= 5.0" }, `${aws} >= 4.0`, []],
    [{ [aws]: ">= 4.0" }, { [aws]: ">= 5.0" }, `${aws} ~> 3.0`, []],
    [{ [aws]: ">= 4.0" }, { [aws]: ">= 5.0" }, `acme/aws ~> 4.0`, []],
    [{ [aws]: ">= 4.0" }, {}, `${aws} ~> 4.0`, []],
    [{}, { [aws]: ">= 5.0" }, `${aws} ~> 4.0`, [`${aws} ~> 4.0 fails 2`]],
    [{ terraform: ">= 1.3" }, { terraform: ">= 1.9" }, "terraform ~> 1.5.0", ["terraform ~> 1.5.0 fails 2"]],
    [{ terraform: ">= 1.3" }, { terraform: ">= 1.9" }, "terraform ~> 1.5", []],
    [
      { [aws]: ">= 4.0" },
      { [aws]: ">= 5.0.0-beta1" },
      `${aws} ~> 4.0`,
      [`undecided ${aws}: The supported versions change from >= 4.0 to >= 5.0.0-beta1`],
    ],
  ])("from %j to %j, with %s", (before, after, own, expected) => {
    expect(outcome(before, after, own)).toEqual(expected);
  });
});

describe("names of Python modules", () => {
  const SCOPE_PYTHON = "python_package:acme-kit";
  const kit = (members: readonly string[]) => names(members, SCOPE_PYTHON);

  const open = (members: readonly string[], module: string): ArtifactInterface => {
    const known = kit(members);
    const computed = known.members.map((one) =>
      one.name === module ? { ...one, acceptsAny: true as const } : one,
    );
    return { ...known, members: computed };
  };

  it("fails if a name or its module is gone", () => {
    const before = kit(["kit", "kit.Do", "kit.core", "kit.core.Run"]);
    expect(found(before, kit(["kit"]), ["kit", "kit.Do", "kit.core.Run"])).toEqual([
      "removed kit.Do null 11 fails",
      "removed kit.core.Run null 12 fails",
    ]);
  });

  it("does not fail if the module may compute the name, now or before", () => {
    const before = kit(["kit", "kit.Do"]);
    expect(found(before, open(["kit"], "kit"), ["kit.Do"])).toEqual([]);
    expect(found(open(["kit"], "kit"), kit(["kit"]), ["kit.Do"])).toEqual([]);
    expect(found(open(["kit"], "kit"), kit([]), ["kit.Do"])).toEqual([]);
  });

  it("fails if a module of a package that computes its names loses one", () => {
    const before = open(["kit", "kit.core", "kit.core.Run"], "kit");
    expect(found(before, open(["kit", "kit.core"], "kit"), ["kit.core.Run"])).toEqual([
      "removed kit.core.Run null 10 fails",
    ]);
  });
});

it("does not suggest a name that was only respelled", () => {
  const template = (members: string[]) => offered("azure_pipelines_template", "acme/t/a.yml", members);
  const before = template(["parameter Package: string", "parameter Branch: string"]);
  const after = template(["parameter package: string", "parameter level: string"]);
  const consumer = uses("azure_pipelines_template:acme/t/a.yml", ["parameter Package", "parameter Branch"]);
  expect(breaksOf([before], [after], consumer)).toEqual([
    "renamed parameter Branch > level at 3: does_not_start",
  ]);
  expect(breaksOf([before], [template(["parameter package: string"])], consumer)).toEqual([
    "removed parameter Branch at 3: does_not_start",
  ]);
});

describe("breaks of orbs", () => {
  const orb = (members: string[]) => offered("circleci_orb", "acme/ci", members);
  const config = (passed: string[], open?: OpenKinds) => uses("circleci_orb:acme/ci", passed, open);

  it("finds removed jobs that a job requires, which is no call without parameters", () => {
    const caller = config(["job build", "parameter build.image"]);
    const consumer: typeof caller = {
      ...caller,
      arguments: [
        ...(caller.arguments ?? []),
        { kind: "job", name: "build", file: "main.yml", line: 9, isMentioned: true },
      ],
    };
    const before = orb(["job build"]);
    expect(breaksOf([before], [orb(["job test"])], consumer)).toEqual([
      "renamed job build > test at 2: does_not_start",
      "renamed job build > test at 9: does_not_start",
    ]);
    expect(breaksOf([before], [orb(["job build", "parameter build.image!"])], consumer)).toEqual([]);
  });

  it("finds removed jobs and parameters, but not those of a removed job", () => {
    const before = orb(["job build", "parameter build.image", "job push", "parameter push.multiarch"]);
    const consumer = config(["job build", "parameter build.image", "job push", "parameter push.multiarch"]);
    expect(breaksOf([before], [orb(["job push"])], consumer)).toEqual([
      "removed job build at 2: does_not_start",
      "removed parameter push.multiarch at 5: does_not_start",
    ]);
  });

  it("finds each call without a required parameter, not consumers that do not call the job", () => {
    const [before, after] = [
      orb(["job build", "command run"]),
      orb(["job build", "parameter build.image!", "command run"]),
    ];
    const calls = ["job build", "parameter build.image", "job build", "command run", "parameter build.image"];
    expect(breaksOf([before], [after], config(calls))).toEqual([
      "required parameter build.image at 4: does_not_start",
    ]);
    expect(breaksOf([before], [after], config(["command run"]))).toEqual([]);
    expect(breaksOf([before], [after], config(["job build"], { parameter: "computed" }))).toEqual([
      "undecided parameter build.image at 2: computed",
    ]);
  });

  it("suggests only a parameter of the same job", () => {
    const before = orb(["job a", "parameter a.image", "job b"]);
    const other = orb(["job a", "job b", "parameter b.picture"]);
    const same = orb(["job a", "parameter a.picture", "job b"]);
    const consumer = config(["job a", "parameter a.image"]);
    expect(breaksOf([before], [other], consumer)).toEqual(["removed parameter a.image at 3: does_not_start"]);
    expect(breaksOf([before], [same], consumer)).toEqual([
      "renamed parameter a.image > a.picture at 3: does_not_start",
    ]);
  });

  it("ignores a removed orb, whose releases stay available", () => {
    expect(breaksOf([orb(["job a"])], [], config(["job a"]))).toEqual([]);
  });
});

/** `variable a!` is required; `value a*` accepts anything below. Lines count from 1. */
const interfaceWith = (
  scope: string,
  members: readonly string[],
  more: Partial<ArtifactInterface> = {},
): ArtifactInterface => ({
  scope,
  file: "main.tf",
  line: 1,
  members: members.map((text, at): Member => {
    const [kind = "", name = "", type] = text.split(" ");
    return {
      kind: kind as Member["kind"],
      name: name.replace(/[!*]$/, ""),
      file: "main.tf",
      line: at + 1,
      ...(name.endsWith("!") && { required: true }),
      ...(name.endsWith("*") && { acceptsAny: true }),
      ...(type !== undefined && { type }),
    };
  }),
  ...more,
});

/** Returns `change name line effect` for a use in line 5 with arguments from line 10. */
function breaksFor(
  before: ArtifactInterface,
  after: ArtifactInterface | null,
  passed: readonly string[],
  effect?: Argument["effect"],
): string[] {
  const used = passed.map((text, at): Argument => {
    const [kind = "", name = ""] = text.split(" ");
    return { kind: kind as Argument["kind"], name, file: "x", line: at + 10, ...(effect && { effect }) };
  });
  const changes = diffInterfaces([before], after ? [after] : []);
  const { breaks, undecided } = findBreaks(changes, [
    { scope: before.scope, file: "x", line: 5, arguments: used },
  ]);
  return [
    ...breaks.map((one) => `${one.change} ${one.name} ${one.at.line} ${one.effect}`),
    ...undecided.map((one) => `undecided ${one.name}: ${one.reason}`),
  ];
}

describe("Terraform modules", () => {
  const module = (...members: string[]) => interfaceWith("terraform_module:acme/m//a", members);

  it("fails for removed variables and outputs, new required variables and a removed folder", () => {
    const before = module("variable a", "variable b", "output c");
    expect(breaksFor(before, module("variable b"), ["variable a", "variable b", "output c"])).toEqual([
      "removed a 10 fails",
      "removed c 12 fails",
    ]);
    expect(breaksFor(before, module("variable a!", "variable b!", "variable new!"), ["variable b"])).toEqual([
      "required a 5 fails",
      "required new 5 fails",
    ]);
    expect(breaksFor(before, null, [])).toEqual(["artifact_removed acme/m//a 5 fails"]);
  });

  it("is silent for names that the consumer replaces or that Terraform ignores", () => {
    expect(breaksFor(module("variable a"), module(), ["variable a"], "silent")).toEqual([
      "removed a 10 silent",
    ]);
  });

  it("ignores optional variables, other providers and names that were never there", () => {
    const after = module("variable a", "variable new", "provider aws >=6");
    expect(
      breaksFor(module("variable a", "provider aws >=5"), after, ["variable a", "variable typo"]),
    ).toEqual([]);
  });

  it("suggests only names that are alike", () => {
    const before = module("output this_id", "variable policy_path string");
    const after = module("output id", "variable region string");
    expect(breaksFor(before, after, ["output this_id", "variable policy_path"])).toEqual([
      "renamed this_id 10 fails",
      "removed policy_path 11 fails",
    ]);
  });

  it("is undecided for another type", () => {
    expect(breaksFor(module("variable a any"), module("variable a string"), ["variable a"])).toEqual([
      "undecided a: The type changes from any to string",
    ]);
  });
});

describe("Helm charts", () => {
  const chart = (members: string[], strict?: string[]) =>
    interfaceWith("helm_chart:app", members, strict && { strict });

  it("is silent for removed values, and fails where the schema rejects unknown ones", () => {
    const before = chart(["value a.b", "value a.c", "value x"]);
    const passed = ["value a.b", "value x"];
    expect(breaksFor(before, chart(["value a.c"]), passed)).toEqual([
      "removed a.b 10 silent",
      "removed x 11 silent",
    ]);
    expect(breaksFor(before, chart(["value a.c"], [""]), passed)).toEqual([
      "removed a.b 10 silent",
      "removed x 11 fails",
    ]);
    expect(breaksFor(before, chart(["value a.c"], ["a"]), passed)).toEqual([
      "removed a.b 10 fails",
      "removed x 11 silent",
    ]);
    expect(breaksFor(before, chart([], [""]), ["value a.b"])).toEqual(["removed a.b 10 fails"]);
  });

  it("fails for values that the chart refuses, also if its templates accept any", () => {
    const [before, after] = [chart(["value a", "value a.b", "value c"]), chart(["value c"], ["a"])];
    const open = { value: "Templates use all values" };
    expect(breaksFor(before, { ...after, open }, ["value a.b", "value c"])).toEqual(["removed a.b 10 fails"]);
    expect(breaksFor(before, { ...chart(["value c"]), open }, ["value a.b"])).toEqual([
      "undecided a.b: Templates use all values",
    ]);
  });

  it("ignores values that are still accepted, that were never there, and a chart that is gone", () => {
    const before = chart(["value a.b", "value labels*"]);
    const after = chart(["value a*", "value labels*"]);
    expect(breaksFor(before, after, ["value a.b", "value labels.x", "value typo"])).toEqual([]);
    expect(breaksFor(before, null, ["value a.b"])).toEqual([]);
  });

  it("finds a removed map once, on the line of its key", () => {
    const before = chart(["value a", "value a.b", "value a.c"]);
    expect(breaksFor(before, chart([]), ["value a", "value a.b", "value a.c"])).toEqual([
      "removed a 10 silent",
    ]);
    expect(breaksFor(before, chart([]), ["value a.b"])).toEqual(["removed a.b 10 silent"]);
  });

  it("finds values below a removed map that accepts any name", () => {
    expect(breaksFor(chart(["value labels*"]), chart([]), ["value labels.x"])).toEqual([
      "removed labels 10 silent",
    ]);
  });
});

describe("breaks of Ansible roles", () => {
  const place = { file: "defaults/main.yml", line: 3 };
  const role = (variables: readonly string[], required = "", strict: readonly string[] = []) =>
    interfaceOf(
      { artifactType: "ansible_role", name: "acme.web", sourceFile: "meta/main.yml", sourceLine: 1 },
      [
        ...variables.map((name) => member(place, "variable", name)),
        ...(required ? [member(place, "variable", required, { required: true })] : []),
      ],
      {},
      strict,
    );
  const passing = (...passed: Argument[]) => ({
    scope: "ansible_role:acme.web",
    file: "requirements.yml",
    line: 2,
    ...argumentsOf(passed, { variable: "Inventories can set variables" }),
  });
  const variable = (name: string, effect?: "silent"): Argument => ({
    kind: "variable",
    name,
    file: "group_vars/all",
    line: 7,
    ...(effect && { effect }),
  });
  const check = (before: ArtifactInterface, after: ArtifactInterface, ...passed: Argument[]) => {
    const { breaks, undecided } = findBreaks(diffInterfaces([before], [after]), [passing(...passed)]);
    return [
      ...breaks.map((one) => `${one.change} ${one.name} ${one.at.line} ${one.effect}`),
      ...undecided.map((one) => `undecided ${one.name}: ${one.reason}`),
    ];
  };

  it("is silent if a variable is set that the role no longer reads", () => {
    const before = role(["web_port", "web_user"]);
    expect(check(before, role(["web_user"]), variable("web_port", "silent"), variable("web_own"))).toEqual([
      "removed web_port 7 silent",
    ]);
    expect(check(before, role(["web_port"]), variable("web_port", "silent"))).toEqual([]);
  });

  it("fails if a role with options gets an unknown parameter", () => {
    const [before, after] = [role(["web_port"], "", [""]), role([], "", [""])];
    expect(check(before, after, variable("web_port"))).toEqual(["removed web_port 7 fails"]);
    expect(check(before, after, variable("web_port", "silent"))).toEqual(["removed web_port 7 silent"]);
  });

  it("cannot tell whether a newly required variable is set elsewhere", () => {
    expect(check(role([]), role([], "web_owner"))).toEqual([
      "undecided web_owner: Inventories can set variables",
    ]);
    expect(check(role([]), role([], "web_owner"), variable("web_owner"))).toEqual([]);
  });

  it("takes variables that no role has for those of the inventory", () => {
    expect(findLatentBreaks([role([])], [passing(variable("web_own"))])).toEqual([]);
  });
});

describe("breaks of Jenkins libraries", () => {
  const library = (members: string[]) => offered("jenkins_library", "ci", members);
  const pipeline = (passed: string[]) => uses("jenkins_library:ci", passed);
  const steps = ["step build", "parameter build.image", "step infra.login"];

  it("finds removed steps and parameters that are no longer read", () => {
    const consumer = pipeline([
      "step build",
      "parameter build.image",
      "parameter build.other",
      "step infra.login",
    ]);
    expect(breaksOf([library(steps)], [library(["step build"])], consumer)).toEqual([
      "removed parameter build.image at 3: silent",
      "removed step infra.login at 5: fails",
    ]);
    expect(breaksOf([library(steps)], [library(["step infra.login"])], consumer)).toEqual([
      "removed step build at 2: fails",
    ]);
  });

  it("does not decide parameters of a step that passes its map on", () => {
    const any = { ...member({ file: "ci", line: 1 }, "parameter", "build", { acceptsAny: true }) };
    const open = (members: string[]) => {
      const { members: known, ...rest } = library(members);
      return { ...rest, members: [...known, any] };
    };
    const consumer = pipeline(["step build", "parameter build.image", "parameter build.other"]);
    expect(breaksOf([library(steps)], [open(["step build", "step infra.login"])], consumer)).toEqual([
      "undecided parameter build.image at 3: The parameters of build are passed on",
    ]);
    expect(breaksOf([open(steps)], [open(steps)], consumer)).toEqual([]);
  });

  it("does not decide a step that was read only before, once per call", () => {
    const at = { file: "ci", line: 1 };
    const unread = [
      member(at, "step", "infra", { acceptsAny: true }),
      member(at, "parameter", "infra", { acceptsAny: true }),
    ];
    const { members, ...rest } = library(["step build"]);
    const after = { ...rest, members: [...unread, ...members] };
    const before = library(["step build", "step infra", "step infra.login", "parameter infra.key"]);
    const consumer = pipeline(["step infra", "parameter infra.key", "step infra.login", "step build"]);
    expect(breaksOf([before], [after], consumer)).toEqual([
      "undecided step infra at 2: The step infra was not read",
      "undecided step infra.login at 4: The step infra was not read",
    ]);
    expect(breaksOf([after], [after], consumer)).toEqual([]);
    expect(breaksOf([after], [library(["step build"])], consumer)).toEqual([
      "removed step infra at 2: fails",
      "removed step infra at 4: fails",
    ]);
  });
});

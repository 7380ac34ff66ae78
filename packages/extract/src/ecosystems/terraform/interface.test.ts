import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { terraform } from "./index.ts";

const extract = (files: Record<string, string>) => extractFiles(files, [terraform]);

const membersOf = (files: Record<string, string>) =>
  extract(files).interfaces?.map(({ scope, members, open }) => [
    scope,
    ...members.map(({ file, ...one }) => ({ ...one, line: `${file}:${one.line}` })),
    ...(open ? [open] : []),
  ]);

const DIGEST: unknown = expect.stringMatching(/^[\da-f]{8}$/);

describe("terraform: interfaces", () => {
  it("has the variables, outputs and required providers of each folder", () => {
    const files = {
      "variables.tf":
        'variable "cidr" {\n  type = string\n}\nvariable "tags" {\n  type    = map(string)\n  default = {}\n}\n',
      "outputs.tf": '\noutput "id" {\n  value = 1\n}\n',
      "modules/a/main.tf":
        'terraform {\n  required_version = ">= 1.5"\n  required_providers {\n    aws = {\n      version = ">= 5"\n    }\n  }\n}\noutput "x" {\n  value = 1\n}\n',
    };
    expect(membersOf(files)).toEqual([
      [
        "terraform_module:acme/app",
        { kind: "output", name: "id", line: "outputs.tf:2" },
        { kind: "variable", name: "cidr", line: "variables.tf:1", required: true, type: "string" },
        { kind: "variable", name: "tags", line: "variables.tf:4", type: "map(string)", default: DIGEST },
      ],
      [
        "terraform_module:acme/app//modules/a",
        { kind: "output", name: "x", line: "modules/a/main.tf:9" },
        { kind: "provider", name: "hashicorp/aws", line: "modules/a/main.tf:5", type: ">= 5" },
        { kind: "provider", name: "terraform", line: "modules/a/main.tf:2", type: ">= 1.5" },
      ],
    ]);
  });

  it("reads JSON syntax", () => {
    const text = '{\n  "variable": {\n    "a": {},\n    "b": { "default": null }\n  }\n}';
    expect(membersOf({ "main.tf.json": text })).toMatchObject([
      [
        "terraform_module:acme/app",
        { name: "a", line: "main.tf.json:3", required: true },
        { name: "b", line: "main.tf.json:4", default: DIGEST },
      ],
    ]);
  });

  const memberOf = (text: string) => extract({ "main.tf": text }).interfaces?.[0]?.members[0];
  const digestOf = (value: string) => memberOf(`variable "a" {\n  default = ${value}\n}\n`)?.default;
  const typeOf = (type: string) => memberOf(`variable "a" {\n  type = ${type}\n}\n`)?.type;

  it("has digests that depend on the value, not on its layout", () => {
    expect(digestOf('{\n\n  a = ["x"]\n}')).toBe(digestOf('{ a = ["x"] }'));
    expect(digestOf('"x"')).not.toBe(digestOf('"y"'));
    expect(digestOf("null")).toEqual(DIGEST);
  });

  it("has types without the optional attributes of objects", () => {
    expect(typeOf("map(object({\n  # The size.\n  size = optional(number, 1)\n  name = string\n}))")).toBe(
      "map(object({ name = string }))",
    );
    expect(typeOf('"string"')).toBe("string");
  });

  it("is open if a file of the folder could not be read", () => {
    const reason = "more.tf could not be read";
    expect(membersOf({ "main.tf": 'variable "a" {}\n', "more.tf": "variable {{{" })).toMatchObject([
      ["terraform_module:acme/app", { name: "a" }, { variable: reason, output: reason }],
    ]);
  });

  it("has no interface for a registry module without files in its root folder", () => {
    const repository = { fullPath: "acme/terraform-aws-iam", cloneUrl: null };
    const { interfaces } = extractFiles(
      { "modules/role/main.tf": 'variable "a" {}\n' },
      [terraform],
      repository,
    );
    expect(interfaces?.map(({ scope }) => scope)).toEqual([
      "terraform_module:acme/terraform-aws-iam//modules/role",
    ]);
  });
});

const argumentsOf = (files: Record<string, string>) =>
  extract(files).declarations.map((each) => [
    ...(each.arguments ?? ["not read"]).map((one) =>
      typeof one === "string"
        ? one
        : `${one.kind} ${one.name} ${one.file}:${one.line}${one.effect ? ` ${one.effect}` : ""}`,
    ),
    each.openArguments ?? {},
  ]);

const CALL = 'module "vpc" {\n  source = "acme/vpc/aws"\n}\n';

/** Returns the arguments of the module `vpc` if another file of the folder has an expression. */
const readsOf = (expression: string) =>
  argumentsOf({ "main.tf": CALL, "outputs.tf": `output "o" {\n  value = ${expression}\n}\n` })[0];

describe("terraform: arguments", () => {
  it("has what a module block passes, without meta-arguments", () => {
    const text = `module "vpc" {
  source    = "acme/vpc/aws"
  version   = "1.0.0"
  count     = 1
  providers = { aws = aws.east }
  cidr      = var.cidr
  tags {
    a = "b"
  }
  depends_on = [module.vpc, module.other]
  lifecycle {
    enabled = true
  }
}
`;
    expect(argumentsOf({ "main.tf": text })).toEqual([
      ["variable cidr main.tf:6", "variable tags main.tf:7", {}],
    ]);
  });

  it("has the versions that the files of the folder require", () => {
    const versions = `terraform {
  required_version = "~> 1.5"
  required_providers {
    aws     = { source = "hashicorp/aws", version = "~> 4.0" }
    docker  = { source = "kreuzwerker/docker", version = ">= 3" }
    vault   = "3.1.0"
    private = { source = "registry.acme.io/acme/private", version = "1.0" }
    random  = {}
    builtin = { source = "terraform.io/builtin/terraform" }
  }
}
`;
    const files = { "main.tf": CALL, "versions.tf": versions, "other/versions.tf": versions };
    expect(argumentsOf(files)[0]).toEqual([
      "provider terraform ~> 1.5 versions.tf:2",
      "provider hashicorp/aws ~> 4.0 versions.tf:4",
      "provider kreuzwerker/docker >= 3 versions.tf:5",
      "provider hashicorp/vault 3.1.0 versions.tf:6",
      "provider registry.acme.io/acme/private 1.0 versions.tf:7",
      {},
    ]);
  });

  it.each([
    ["module.vpc.id", "output id outputs.tf:2"],
    ["module.vpc[0].id", "output id outputs.tf:2"],
    ['module.vpc["a.b"].id', "output id outputs.tf:2"],
    ["module.vpc[*].id", "output id outputs.tf:2"],
    ["module.vpc.*.id", "output id outputs.tf:2"],
    ["module.vpc[each.key].id[0].x", "output id outputs.tf:2"],
    ["module.vpc[var.keys[0]].id", "output id outputs.tf:2"],
    ['"a-${module.vpc.id}"', "output id outputs.tf:2"],
    ["<<-EOT\n    module.vpc.no\n    ${module.vpc.id}\n  EOT", "output id outputs.tf:4"],
    ['{\n    "x" = join(",", module.vpc.ids) # module.vpc.no\n  }', "output ids outputs.tf:3"],
    ["values(module.vpc)[*].id", "output id outputs.tf:2"],
    ["[for v in module.vpc : v.id]", "output id outputs.tf:2"],
    ["{ for k, v in module.vpc : k => v.id if k != null }", "output id outputs.tf:2"],
    ["concat([for v in module.vpc : v.id], [for v in local.peers : v.name])", "output id outputs.tf:2"],
    ["[for v in module.vpc : contains([local.a], local.b) ? null : v.id]", "output id outputs.tf:2"],
    ["try(module.vpc.id, null)", "output id outputs.tf:2 silent"],
    ["[try(upper(module.vpc.id), null)]", "output id outputs.tf:2 silent"],
  ])("has the output that %s reads", (expression, expected) => {
    expect(readsOf(expression)).toEqual([expected, {}]);
  });

  it("does not extend `try` to what follows it", () => {
    expect(readsOf("[try(local.x, 1), module.vpc.id]")).toEqual(["output id outputs.tf:2", {}]);
  });

  it.each([
    '"module.vpc.id"',
    "1 # module.vpc.id",
    "data.module.vpc.id",
    "module.vpc2.id",
    "length(module.vpc)",
    "var.module.vpc",
  ])("has no output for %s", (expression) => {
    expect(readsOf(expression)).toEqual([{}]);
  });

  it.each(["module.vpc", "module.vpc[0]", "merge(module.vpc, {})", "[for v in module.vpc : f(v)]"])(
    "is open for %s",
    (expression) => {
      expect(readsOf(expression)).toEqual([{ output: "The whole module is read" }]);
    },
  );

  it("does not read addresses of the state or other folders", () => {
    const files = {
      "main.tf": CALL,
      "moved.tf": "moved {\n  from = module.vpc.aws_vpc.a\n  to = module.vpc.aws_vpc.b\n}\n",
      "other/main.tf": 'output "o" {\n  value = module.vpc.id\n}\n',
    };
    expect(argumentsOf(files)).toEqual([[{}]]);
  });

  it("reads JSON syntax, also resources in it", () => {
    const text = `{
  "module": { "vpc": { "source": "acme/vpc/aws", "cidr": "10.0.0.0/8" } },
  "resource": { "x": { "y": { "id": "module.vpc.no \${module.vpc.id}", "depends_on": ["module.vpc"] } } }
}`;
    expect(argumentsOf({ "main.tf.json": text })).toEqual([
      ["variable cidr main.tf.json:2", "output id main.tf.json:3", {}],
    ]);
  });

  it("finds many reads in one expression in linear time", () => {
    const reads = Array.from({ length: 6000 }, (_, index) => `try(module.vpc.o${index}, [`).join("");
    const closing = "])".repeat(6000);
    const [found] = argumentsOf({
      "main.tf": CALL,
      "outputs.tf": `output "o" {\n  value = ${reads}${closing}\n}\n`,
    });
    expect(found?.at(-1)).toEqual({ output: "More than 5000 names" });
  });
});

const SOURCE = 'terraform {\n  source = "github.com/acme/m?ref=v1"\n}\n';

describe("terraform: Terragrunt inputs", () => {
  it("has its own inputs and those of included files, which Terraform ignores silently", () => {
    const files = {
      "live/vpc/terragrunt.hcl": `include "root" {\n  path = find_in_parent_folders("root.hcl")\n}\n${SOURCE}inputs = {\n  cidr = "x"\n}\n`,
      "root.hcl": "locals {\n  a = 1\n}\ninputs = {\n  region = local.a\n}\n",
    };
    expect(argumentsOf(files)).toEqual([
      ["variable cidr live/vpc/terragrunt.hcl:8 silent", "variable region root.hcl:5 silent", {}],
    ]);
  });

  it.each([
    [`${SOURCE}inputs = merge(local.a, {})\n`, "The inputs are computed"],
    [`include "root" {\n  path = "root.hcl"\n}\n${SOURCE}`, "An included file was not found"],
    [
      'terraform {\n  source = "github.com/acme/m?ref=v1"\n  extra_arguments "x" {\n    commands = []\n  }\n}\n',
      "extra_arguments may pass variables",
    ],
  ])("is open for %j", (text, reason) => {
    expect(argumentsOf({ "terragrunt.hcl": text })).toEqual([[{ variable: reason }]]);
  });

  it("is open for a file that others include", () => {
    expect(argumentsOf({ "_envcommon/vpc.hcl": SOURCE })).toEqual([
      [{ variable: "Files that include it may pass inputs" }],
    ]);
  });

  it("does not read the values of stacks", () => {
    expect(
      argumentsOf({
        "terragrunt.stack.hcl": 'unit "a" {\n  source = "github.com/acme/m//a"\n  values = {}\n}\n',
      }),
    ).toEqual([["not read", {}]]);
  });
});

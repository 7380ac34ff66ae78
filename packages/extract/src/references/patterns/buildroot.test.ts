import { expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { references } from "../index.ts";

const found = (path: string, text: string) =>
  extractFiles({ [path]: text }, [references])
    .declarations.filter(({ dependencyType }) => dependencyType === "git_repository")
    .map(
      (each) => `${each.sourceLine} ${each.artifact} ${each.versionConstraint} ${each.unbound} ${each.role}`,
    );

it("reads the repositories that packages of Buildroot download", () => {
  const text = `KIT_VERSION = 1.8.1
KIT_SITE = $(call github,Acme,kit,$(KIT_VERSION))
CLI_SITE = $(call github,acme,cli,v$(CLI_VERSION))
# OLD_SITE = $(call github,acme,old,v1)
`;
  expect(found("package/kit/kit.mk", text)).toEqual([
    "2 github.com/acme/kit 1.8.1 null build",
    "3 github.com/acme/cli v$(CLI_VERSION) CLI_VERSION build",
    "4 github.com/acme/old v1 null documentation",
  ]);
  expect(found("package/kit/kit.go", text)).toEqual([]);
});

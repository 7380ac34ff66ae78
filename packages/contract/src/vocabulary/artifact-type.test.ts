import { expect, it } from "vitest";
import { Artifact } from "../resources/artifact.ts";
import { GraphEdge } from "../resources/graph.ts";
import { Dependency, Dependent } from "../resources/repository.ts";
import { ARTIFACT_TYPES } from "./artifact-type.ts";

it("types are unique, in snake_case, and include the specified ones [D-8.3]", () => {
  for (const type of ARTIFACT_TYPES) expect(type).toMatch(/^[a-z]+(?:_[a-z]+)*$/u);
  expect(new Set(ARTIFACT_TYPES).size).toBe(ARTIFACT_TYPES.length);
  const decided =
    "container_image npm_package python_package go_module maven_artifact rust_crate nuget_package composer_package ruby_gem terraform_module terraform_provider helm_chart github_action reusable_workflow gitlab_component ansible_collection git_repository";
  expect(ARTIFACT_TYPES).toEqual(expect.arrayContaining(decided.split(" ")));
});

it("artifacts, edges and rows use the same types [D-8.4]", () => {
  const { artifact_type } = Artifact.shape;
  const types = [GraphEdge, Dependent, Dependency].map(({ shape }) => shape.dependency_type.options);
  expect(types).toEqual(types.map(() => artifact_type.options));
});

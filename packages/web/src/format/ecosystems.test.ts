import { ARTIFACT_TYPES } from "@knockon/contract/vocabulary/artifact-type";
import { expect, it } from "vitest";
import { ECOSYSTEMS, ecosystemOf } from "./ecosystems.ts";

it("lists every artifact type in exactly one ecosystem", () => {
  const listed = Object.values(ECOSYSTEMS).flatMap(({ types }): readonly string[] => types);
  expect(listed.toSorted()).toEqual(ARTIFACT_TYPES.toSorted());
  expect(ecosystemOf("helm_chart")).toBe("kubernetes");
});

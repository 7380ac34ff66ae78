import { expect, it } from "vitest";
import { type Recent, withRecent } from "./recents.ts";

const recent = (id: string): Recent => ({ kind: "repository", id, text: `acme/${id}` });

it("has the latest first, each once, and at most six", () => {
  const opened = ["a", "b", "c", "d", "e", "f", "b", "g"];
  const recents = opened.reduce<Recent[]>((known, id) => withRecent(known, recent(id)), []);
  expect(recents.map(({ id }) => id)).toEqual(["g", "b", "f", "e", "d", "c"]);
});

import type { Ecosystem } from "../../ecosystem.ts";

/** Actions of the parser by the text of a file below `harm/`. */
const HARMS: Record<string, () => void> = {
  hang: () => {
    for (;;);
  },
  "work a little": () => {
    const end = performance.now() + 60;
    while (performance.now() < end);
  },
  "get no CPU": () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2200),
  "eat memory": () => {
    const eaten: string[][] = [];
    for (;;) eaten.push(Array.from({ length: 1000 }, (_, index) => `${index}`));
  },
  "end the thread": () => process.exit(),
};

/** A parser that fails in every way that isolation must handle. */
export const harmful: Ecosystem<string> = {
  id: "harmful",
  interfaceFrom: "repository",
  claims: ({ path }) => path.startsWith("harm/"),
  read: ({ text }) => {
    HARMS[text]?.();
    return text;
  },
  link: ({ files }) => {
    if (files.some(({ facts }) => facts === "hang the link")) HARMS["hang"]?.();
    return { declarations: [], artifacts: [], problems: [] };
  },
};

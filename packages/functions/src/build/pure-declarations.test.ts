import { describe, expect, it } from "vitest";
import { markPure } from "./pure-declarations.ts";

const marked = (source: string): string => markPure("a.ts", source).replaceAll("/* @__PURE__ */ ", "✓");

describe("markPure", () => {
  it("marks each call made at load time, and a chain once", () => {
    expect(marked("export const a = z.object({ b: z.string().max(63) }).strict();")).toBe(
      "export const a = ✓z.object({ b: ✓z.string().max(63) }).strict();",
    );
  });

  it("does not mark calls inside functions, which may have side effects", () => {
    const source = "const a = (x: X) => x.add(1); function b() { c(); } const d = { e() { f(); } };";
    expect(marked(source)).toBe(source);
    expect(marked("const a = z.check((ctx) => { ctx.add(1); });")).toBe(
      "const a = ✓z.check((ctx) => { ctx.add(1); });",
    );
  });

  it("marks the right position after multi-byte characters", () => {
    expect(marked('const é = "😀"; const a = b();')).toBe('const é = "😀"; const a = ✓b();');
  });
});

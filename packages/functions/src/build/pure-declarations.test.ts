import { describe, expect, it } from "vitest";
import { markPure } from "./pure-declarations.ts";

const marked = (source: string): string => markPure("a.ts", source).replaceAll("/* @__PURE__ */ ", "✓");

describe("markPure", () => {
  it("marks each call that loading the module makes, a chain of them once", () => {
    expect(marked("export const a = z.object({ b: z.string().max(63) }).strict();")).toBe(
      "export const a = ✓z.object({ b: ✓z.string().max(63) }).strict();",
    );
  });

  it("leaves what a function does: there a call may be made for its effect", () => {
    const source = "const a = (x: X) => x.add(1); function b() { c(); } const d = { e() { f(); } };";
    expect(marked(source)).toBe(source);
    expect(marked("const a = z.check((ctx) => { ctx.add(1); });")).toBe(
      "const a = ✓z.check((ctx) => { ctx.add(1); });",
    );
  });

  it("counts characters as the parser does, whatever stands before", () => {
    expect(marked('const é = "😀"; const a = b();')).toBe('const é = "😀"; const a = ✓b();');
  });
});

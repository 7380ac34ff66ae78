import { openApiDocument } from "@knockon/contract/openapi";
import { OPERATIONS } from "@knockon/contract/operations/all";
import { HtmlValidate } from "html-validate";
import { describe, expect, it } from "vitest";
import { createReference } from "./reference.ts";

const document = openApiDocument(OPERATIONS);
const reference = createReference(() => document);
const ask = async (path: string): Promise<Response> => reference.request(path);
const page = await (await ask("/docs")).text();
const valuesOf = (attribute: string): string[] =>
  Array.from(page.matchAll(new RegExp(` ${attribute}="([^"]*)"`, "gu")), ([, value]) => value ?? "");

describe("GET /", () => {
  it("redirects to /docs", async () => {
    const { status, headers } = await ask("/");
    expect([status, headers.get("Location")]).toEqual([302, "/docs"]);
  });
});

describe("GET /docs", () => {
  it("is HTML that loads only its own style sheet", async () => {
    const { status, headers } = await ask("/docs");
    expect([status, headers.get("Content-Type")]).toEqual([200, "text/html; charset=UTF-8"]);
    expect(headers.get("Content-Security-Policy")).toMatch(/^default-src 'none'; style-src 'self';/u);
    const loaded = [...valuesOf("src"), ...valuesOf("href").filter((target) => !target.startsWith("#"))];
    expect(loaded).toEqual(["/docs/style.css", "/openapi.json"]);
    expect(page).not.toMatch(/<(?:script|style|img|iframe|form)\b|\son\w+=|\sstyle=/u);
  });

  it("is well-formed and accessible", async () => {
    const validate = new HtmlValidate({
      root: true,
      extends: ["html-validate:recommended"],
      // Template formatting does not matter.
      rules: { "doctype-style": "off", "no-trailing-whitespace": "off", "void-style": "off" },
    });
    const { results } = await validate.validateString(page);
    expect(
      results.flatMap(({ messages }) =>
        messages.map(({ line, ruleId, message }) => ({ line, ruleId, message })),
      ),
    ).toEqual([]);
  });

  it("has every operation at the anchor of its ID, with a curl command", () => {
    const anchors = new Set(valuesOf("id"));
    expect(OPERATIONS.filter(({ id }) => !anchors.has(id)).map(({ id }) => id)).toEqual([]);
    for (const { id, auth } of OPERATIONS) {
      const section = page.slice(page.indexOf(`<article id="${id}"`)).split("</article>")[0];
      const credential =
        auth.signatureHeader ?? (auth.credentials.includes("key") ? "$KNOCKON_API_KEY" : "-b cookies");
      expect(section).toContain(credential);
      expect(section).toContain("curl ");
    }
  });

  it("has no broken links", () => {
    const anchors = new Set(valuesOf("id"));
    const links = valuesOf("href").filter((target) => target.startsWith("#"));
    expect(links.length).toBeGreaterThan(OPERATIONS.length);
    expect(links.filter((link) => !anchors.has(link.slice(1)))).toEqual([]);
  });

  it("has every summary, parameter and example of the document", () => {
    const text = unescaped(page);
    const words = Object.values(document.paths).flatMap((item) =>
      Object.values(item).flatMap(({ summary, parameters, requestBody }) => [
        summary,
        ...parameters.flatMap((one) => ("name" in one ? [`<code>${one.name}</code>`] : [])),
        ...(requestBody ? [JSON.stringify(requestBody.content["application/json"].example, null, 2)] : []),
      ]),
    );
    const tags = document.tags.map(({ description }) => description);
    expect([...words, ...tags].filter((word) => !text.includes(word))).toEqual([]);
  });

  it("escapes the document's texts", async () => {
    const hostile = structuredClone(document);
    hostile.info.title = "<script>alert(1)</script>";
    const shown = await (await createReference(() => hostile).request("/docs")).text();
    expect(shown).not.toContain("<script");
    expect(shown).toContain("&lt;script&gt;alert(1)");
  });
});

it("has a style sheet with light and dark mode that loads nothing", async () => {
  const response = await ask("/docs/style.css");
  const style = await response.text();
  expect(response.headers.get("Content-Type")).toBe("text/css; charset=utf-8");
  expect(style).not.toMatch(/url\(|@import/u);
  expect(style).toContain("color-scheme: light dark");
});

const unescaped = (text: string): string =>
  text
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

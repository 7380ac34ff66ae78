import type { OpenApiDocument } from "@knockon/contract/openapi/document";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { FuzzedRequest } from "./any-request.ts";

const DOCUMENT = "openapi.json";

/**
 * Returns a function that lists the differences between a response and the OpenAPI document. It validates with Ajv, independently
 * of the zod schemas that generate the document.
 */
export function responseChecker(document: OpenApiDocument) {
  const ajv = new Ajv2020({ strict: false, allErrors: true, code: { optimize: false } });
  formats.default(ajv);
  ajv.addSchema(document, DOCUMENT);
  const compiled = new Map<string, ValidateFunction>();
  const validatorOf = (...pointer: string[]): ValidateFunction => {
    const $ref = `${DOCUMENT}#/${pointer.map(escape).join("/")}`;
    const validate = compiled.get($ref) ?? ajv.compile({ $ref });
    compiled.set($ref, validate);
    return validate;
  };

  return async ({ path, method, body }: FuzzedRequest, response: Response): Promise<string[]> => {
    const status = String(response.status);
    if (response.status >= 500) return [`Responded with ${status}.`];
    const verb = method.toLowerCase();
    const operation = document.paths[path]?.[verb];
    const declared = operation?.responses[status];
    if (!operation || !declared) return [`${status} is not in the document.`];
    const flaws: string[] = [];
    const flawsOf = (validate: ValidateFunction, value: unknown, of: string): void => {
      if (!validate(value)) flaws.push(`${of}: ${ajv.errorsText(validate.errors)}`);
    };
    for (const name of Object.keys(declared.headers)) {
      const text = response.headers.get(name);
      if (text === null && document.components.headers[name]?.required === false) continue;
      const isNumber = document.components.headers[name]?.schema.type === "integer";
      flawsOf(
        validatorOf("components", "headers", name, "schema"),
        isNumber ? Number(text ?? NaN) : text,
        name,
      );
    }
    const text = await response.text();
    if (!declared.content) return text === "" ? flaws : [...flaws, "Has a body."];
    if (response.headers.get("Content-Type") !== "application/json") flaws.push("Is not application/json.");
    const content = ["content", "application/json", "schema"];
    flawsOf(validatorOf("paths", path, verb, "responses", status, ...content), JSON.parse(text), "The body");
    const accepts = operation.requestBody && validatorOf("paths", path, verb, "requestBody", ...content);
    // JSON.parse rejects a byte order mark, which the service accepts.
    if (response.ok && body && accepts && !accepts(JSON.parse(body.replace(/^\ufeff/u, ""))))
      flaws.push("Accepted a body that the schema rejects.");
    return flaws;
  };
}

const escape = (key: string): string => encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1"));

import type { OpenApiDocument } from "@knockon/contract/openapi/document";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { FuzzedRequest } from "./any-request.ts";

const DOCUMENT = "openapi.json";

/** Tells what of a response the document does not say; a validator of its own, so that nothing is believed of zod. */
export function responseChecker(document: OpenApiDocument) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
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
    if (response.status >= 500) return [`It answered ${status}.`];
    const verb = method.toLowerCase();
    const operation = document.paths[path]?.[verb];
    const declared = operation?.responses[status];
    if (!operation || !declared) return [`The document has no ${status}.`];
    const flaws: string[] = [];
    const flawsOf = (validate: ValidateFunction, value: unknown, of: string): void => {
      if (!validate(value)) flaws.push(`${of}: ${ajv.errorsText(validate.errors)}`);
    };
    for (const name of Object.keys(declared.headers)) {
      const text = response.headers.get(name);
      const isNumber = document.components.headers[name]?.schema.type === "integer";
      flawsOf(
        validatorOf("components", "headers", name, "schema"),
        isNumber ? Number(text ?? NaN) : text,
        name,
      );
    }
    const text = await response.text();
    if (!declared.content) return text === "" ? flaws : [...flaws, "It has a body."];
    if (response.headers.get("Content-Type") !== "application/json")
      flaws.push("It is not application/json.");
    const content = ["content", "application/json", "schema"];
    flawsOf(validatorOf("paths", path, verb, "responses", status, ...content), JSON.parse(text), "The body");
    const accepts = operation.requestBody && validatorOf("paths", path, verb, "requestBody", ...content);
    // A mark of its byte order is no part of a text.
    if (response.ok && body && accepts && !accepts(JSON.parse(body.replace(/^\ufeff/u, ""))))
      flaws.push("It accepted a body that does not fit.");
    return flaws;
  };
}

const escape = (key: string): string => encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1"));

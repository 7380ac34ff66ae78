/** Seed files for fuzzing, by path. */
export const corpus = {
  "api/openapi.yaml": `openapi: 3.1.0
info: { title: é, version: "1" }
paths:
  /pets/{id}:
    parameters: []
    get: { responses: { "200": { $ref: "https://raw.githubusercontent.com/acme/common/main/openapi.yaml#/components/responses/Pet" } } }
    post:
      responses:
        default:
          # $ref: https://raw.githubusercontent.com/acme/common/main/openapi.yaml#/components/responses/Old
          $ref: 'https://raw.githubusercontent.com/acme/common/main/openapi.yaml#/components/schemas/Error/properties/code'
components:
  schemas: { Pet: { type: object }, "a/b~c": {} }
`,
  "api/swagger.json":
    '{ "swagger": "2.0", "definitions": { "Pet": { "$ref": "https://github.com/acme/common/raw/v1/api.json#/definitions/Pet" } } }\n',
};

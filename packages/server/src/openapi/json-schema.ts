/** A JSON Schema (2020-12), as OpenAPI 3.1 takes them. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

import { isObject } from '../http/validation.ts';

/** A schema that nothing is an instance of: what a request must leave out. */
export const isRefused = (schema: unknown): boolean => JSON.stringify(schema) === '{"not":{}}';

/** `allOf: [{$ref}, {description}]` as a reference with a description beside it, which OpenAPI 3.1 allows. */
function withPlainReference(schema: Record<string, unknown>): Record<string, unknown> {
  const { allOf, ...rest } = schema;
  if (!Array.isArray(allOf) || allOf.length !== 2) return schema;
  const [reference, more] = allOf.map(part => (isObject(part) ? part : {}));
  if (reference?.['$ref'] === undefined || Object.keys(more ?? {}).join(',') !== 'description') return schema;
  return { ...rest, ...reference, ...more };
}

function withoutRefused(properties: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(properties).filter(([, schema]) => !isRefused(schema)));
}

/**
 * A part of the document whose schemas give generated clients the best types: members that are always refused are left
 * out, for which a client would have `unknown`; a reference with a description is no intersection.
 */
export function tidySchemas(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(tidySchemas);
  if (!isObject(part)) return part;
  const tidy = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, tidySchemas(value)]));
  const { properties } = tidy;
  if (isObject(properties) && tidy['type'] === 'object') tidy['properties'] = withoutRefused(properties);
  return withPlainReference(tidy);
}

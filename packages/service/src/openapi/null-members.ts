import { operationsOf } from './complete-operations.ts';
import type { OpenApiDocument } from './operation.ts';
import { isObject, isRefused } from './tidy-schemas.ts';

const PREFIX = '#/components/schemas/';

type Schemas = Readonly<Record<string, unknown>>;

const entriesOf = (value: unknown): [string, unknown][] => (isObject(value) ? Object.entries(value) : []);

/** Adds the names of all schemas that a part refers to, also through other schemas. */
function addNames(part: unknown, schemas: Schemas, names: Set<string>): Set<string> {
  if (Array.isArray(part)) for (const one of part) addNames(one, schemas, names);
  for (const [key, value] of entriesOf(part)) {
    if (key !== '$ref' || typeof value !== 'string' || !value.startsWith(PREFIX)) {
      addNames(value, schemas, names);
      continue;
    }
    const name = value.slice(PREFIX.length);
    if (names.has(name)) continue;
    names.add(name);
    addNames(schemas[name], schemas, names);
  }
  return names;
}

/** The schema of a member that may be null as well. */
function orNull(schema: unknown): unknown {
  if (!isObject(schema) || isRefused(schema)) return schema;
  const { type, enum: values, anyOf, description, ...rest } = schema;
  if (typeof type === 'string') {
    const withNull = Array.isArray(values) ? { enum: [...values, null] } : {};
    return { ...schema, type: [type, 'null'], ...withNull };
  }
  const described = description === undefined ? {} : { description };
  const alternatives = Array.isArray(anyOf) ? anyOf : [rest];
  return { ...described, anyOf: [...alternatives, { type: 'null' }] };
}

/** Lets the optional members of a request's objects be null. @param renamed names of the schemas that it refers to */
function takeNulls(part: unknown, renamed: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(part)) return part.map(one => takeNulls(one, renamed));
  if (!isObject(part)) return part;
  const taken = Object.fromEntries(entriesOf(part).map(([key, value]) => [key, takeNulls(value, renamed)]));
  const { $ref, properties, required, additionalProperties } = taken;
  if (typeof $ref === 'string') {
    const name = $ref.slice(PREFIX.length);
    taken['$ref'] = PREFIX + (renamed.get(name) ?? name);
  }
  if (taken['type'] !== 'object') return taken;
  const isRequired = (key: string): boolean => Array.isArray(required) && required.includes(key);
  if (isObject(properties)) {
    taken['properties'] = Object.fromEntries(
      entriesOf(properties).map(([key, schema]) => [key, isRequired(key) ? schema : orNull(schema)]),
    );
  }
  if (isObject(additionalProperties)) taken['additionalProperties'] = orNull(additionalProperties);
  return taken;
}

/**
 * Says in a document that requests may hold null for what is optional (`http/null-members.ts`). A named schema that
 * answers have too stays as it is; requests get one of their own, such as `GeolocationRequest`.
 */
export function takeNullMembers(document: OpenApiDocument): void {
  const schemas: Schemas = document.components?.schemas ?? {};
  const operations = [...operationsOf(document).values()];
  const answers = operations.map(({ responses }) => responses);
  const answered = addNames([answers, document.webhooks], schemas, new Set());
  const bodies = operations.map(({ requestBody }) => requestBody);
  const named = [...addNames(bodies, schemas, new Set())];
  const renamed = new Map(named.filter(name => answered.has(name)).map(name => [name, `${name}Request`]));
  const requested = named.map(name => [renamed.get(name) ?? name, takeNulls(schemas[name], renamed)]);
  Object.assign(schemas, Object.fromEntries(requested));
  for (const operation of operations) {
    const { requestBody } = operation;
    if (requestBody !== undefined) Object.assign(operation, { requestBody: takeNulls(requestBody, renamed) });
  }
}

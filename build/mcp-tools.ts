/**
 * The tools of `sign-session-mcp`, made from the OpenAPI document: names, schemas and descriptions are the interface's.
 * `packages/mcp/test/tools.node.test.ts` keeps `packages/mcp/src/tools.json` like this.
 */
import type { ArgumentSchema, ServiceTool } from '../packages/mcp/src/service-tool.ts';

interface Offer {
  /** Where the operation's id does not say what an assistant uses it for. */
  readonly name?: string;
  /** What is different for those who call it by this program. */
  readonly note?: string;
  /** What it ends or deletes can't be brought back. */
  readonly isDestructive?: true;
  /** Changes nothing, although it is no GET. */
  readonly onlyReads?: true;
  /** Called again with the same arguments, it changes nothing more. */
  readonly isIdempotent?: true;
  readonly writesSecret?: true;
}

/** The operations that an integrator's assistant may call, by id. All others stay out, those of signers and administrators too. */
const OFFERED: Readonly<Record<string, Offer>> = {
  createSigningSession: {
    note: 'This program keeps the client secret to itself: get_signing_link makes the signer’s link.',
  },
  listSigningSessions: {},
  getSigningSession: {},
  getSigningSessionStatus: {},
  createHandover: {
    name: 'get_signing_link',
    note: 'For sessions that this program has created since it was started. Whoever has the link can sign: give it to the signer only.',
  },
  cancelSigningSession: { isDestructive: true, isIdempotent: true },
  getEvidence: {},
  getTransactionDocuments: {},
  verifyEvidence: {},
  verifyDocument: { onlyReads: true },
  createWebhook: {
    writesSecret: true,
    note: 'This program writes the secret into a file of the folder SIGN_FILES_FOLDER, and answers with its name instead.',
  },
  listWebhooks: {},
  testWebhook: {},
  enableWebhook: { isIdempotent: true },
  listWebhookDeliveries: {},
  replayWebhookDelivery: {},
  deleteWebhook: { isDestructive: true, isIdempotent: true },
  listQuotas: {},
  getHealth: {},
};

type Json = Readonly<Record<string, unknown>>;

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const membersOf = (value: unknown): [string, unknown][] => (isJson(value) ? Object.entries(value) : []);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** `listQuotas` → `list_quotas` */
const snakeCase = (id: string): string => id.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);

/** A part of the document by its reference, such as `#/components/schemas/Session`. @throws Error for one that is not there */
function referred(document: Json, reference: string): unknown {
  let part: unknown = document;
  for (const name of reference.split('/').slice(1)) part = isJson(part) ? part[name] : undefined;
  if (part === undefined) throw new Error(`${reference} is not in the document.`);
  return part;
}

/** A schema without references, which not every client of the protocol follows, and without examples. */
function inlined(document: Json, schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(one => inlined(document, one));
  if (!isJson(schema)) return schema;
  const { $ref, example: _example, examples: _examples, ...rest } = schema;
  if (typeof $ref !== 'string') return withFile(mapped(document, rest));
  const whole = inlined(document, referred(document, $ref));
  return isJson(whole) ? { ...whole, ...mapped(document, rest) } : whole;
}

const mapped = (document: Json, schema: Json): Json =>
  Object.fromEntries(membersOf(schema).map(([key, value]) => [key, inlined(document, value)]));

const FILE = {
  type: 'string',
  minLength: 1,
  maxLength: 1024,
  description: 'Instead of content: the path of a PDF within the folder SIGN_FILES_FOLDER.',
};

/** An assistant can't write a PDF in base64; this program reads it from a file instead. */
function withFile(schema: Json): Json {
  const { properties, required } = schema;
  const content = isJson(properties) ? properties['content'] : undefined;
  if (
    !isJson(properties) ||
    !isJson(content) ||
    !textOf(content['description']).startsWith('A PDF in base64')
  )
    return schema;
  const names = Array.isArray(required) ? required.filter(name => name !== 'content') : [];
  const { required: _, ...rest } = schema;
  return { ...rest, properties: { file: FILE, ...properties }, ...(names.length > 0 && { required: names }) };
}

interface Parameter {
  readonly argument: string;
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: Json;
}

/** `X-Idempotency-Key` → `idempotencyKey` */
function argumentOf(name: string): string {
  const words = name.replace(/^X-/, '').split('-');
  if (words.length === 1) return name;
  const joined = words.join('');
  return joined.charAt(0).toLowerCase() + joined.slice(1);
}

function parametersOf(document: Json, operation: Json): Parameter[] {
  const { parameters } = operation;
  return (Array.isArray(parameters) ? parameters : []).map((one: unknown) => {
    const parameter = isJson(one) && typeof one['$ref'] === 'string' ? referred(document, one['$ref']) : one;
    if (!isJson(parameter)) throw new Error('A parameter is no object.');
    const { name, in: place, required = false, description, schema } = parameter;
    if (place !== 'path' && place !== 'query' && place !== 'header')
      throw new Error(`The parameter ${textOf(name)} is somewhere else.`);
    const described = typeof description === 'string' ? { description } : {};
    const whole = inlined(document, schema);
    return {
      argument: argumentOf(textOf(name)),
      name: textOf(name),
      in: place,
      required: required === true,
      schema: { ...(isJson(whole) ? whole : {}), ...described },
    };
  });
}

function bodyOf(document: Json, operation: Json): Json | undefined {
  const { requestBody } = operation;
  const content = isJson(requestBody) ? requestBody['content'] : undefined;
  const media = isJson(content) ? content['application/json'] : undefined;
  const schema = isJson(media) ? inlined(document, media['schema']) : undefined;
  if (schema === undefined) return undefined;
  if (!isJson(schema) || schema['type'] !== 'object') throw new Error('A body is no object.');
  return schema;
}

function argumentsOf(parameters: readonly Parameter[], body: Json | undefined): ArgumentSchema {
  const named = new Map<string, object>(parameters.map(({ argument, schema }) => [argument, schema]));
  for (const [name, schema] of membersOf(body?.['properties'])) {
    if (named.has(name)) throw new Error(`${name} is both a parameter and a member of the body.`);
    named.set(name, isJson(schema) ? schema : {});
  }
  const ofBody: unknown = body?.['required'];
  const required = [
    ...parameters.filter(one => one.required).map(({ argument }) => argument),
    ...(Array.isArray(ofBody) ? ofBody.map(textOf) : []),
  ];
  return {
    type: 'object',
    properties: Object.fromEntries(named),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

/** Whose credential an operation takes. The signer's is used where there is no other. */
function credentialOf({ security }: Json): ServiceTool['credential'] {
  const names = (Array.isArray(security) ? security : []).flatMap(one =>
    membersOf(one).map(([name]) => name),
  );
  return names.includes('clientSecret') && !names.includes('accessToken') ? 'session' : 'client';
}

const isDocument = (schema: unknown): boolean => isJson(schema) && 'file' in Object(schema['properties']);

/** Where the body has PDFs, see {@link ServiceTool.documents}. */
function documentsOf(body: Json | undefined): string[] | undefined {
  if (isDocument(body)) return [];
  const places = membersOf(body?.['properties'])
    .filter(([, schema]) => isJson(schema) && (isDocument(schema) || isDocument(schema['items'])))
    .map(([name]) => name);
  return places.length > 0 ? places : undefined;
}

function toolOf(document: Json, path: string, method: string, operation: Json): ServiceTool | undefined {
  const id = textOf(operation['operationId']);
  const offer = OFFERED[id];
  if (offer === undefined) return undefined;
  const parameters = parametersOf(document, operation);
  const body = bodyOf(document, operation);
  const documents = documentsOf(body);
  const description = textOf(operation['description']).replace(' The body may be left out.', '');
  const readOnlyHint = method === 'get' || offer.onlyReads === true;
  return {
    name: offer.name ?? snakeCase(id),
    title: textOf(operation['summary']),
    description: offer.note === undefined ? description : `${description}\n\n${offer.note}`,
    method: method.toUpperCase(),
    path,
    credential: credentialOf(operation),
    parameters: parameters.map(({ argument, name, in: place }) => ({ argument, name, in: place })),
    hasBody: body !== undefined,
    ...(documents !== undefined && { documents }),
    writesSecret: offer.writesSecret === true,
    inputSchema: argumentsOf(parameters, body),
    annotations: {
      readOnlyHint,
      destructiveHint: offer.isDestructive === true,
      idempotentHint: readOnlyHint || offer.isIdempotent === true,
      openWorldHint: true,
    },
  };
}

/**
 * The tools of the operations that are offered, in the order of the list above.
 * @param document what the service answers at `/openapi.json`
 * @throws Error where an operation is missing, or can't be made a tool
 */
export function toolsOf(document: unknown): ServiceTool[] {
  if (!isJson(document)) throw new Error('The document is no object.');
  const found = new Map<string, ServiceTool>();
  for (const [path, item] of membersOf(document['paths'])) {
    for (const [method, operation] of membersOf(item)) {
      const tool = isJson(operation) ? toolOf(document, path, method, operation) : undefined;
      if (tool !== undefined && isJson(operation)) found.set(textOf(operation['operationId']), tool);
    }
  }
  return Object.keys(OFFERED).map(id => {
    const tool = found.get(id);
    if (tool === undefined) throw new Error(`The document has no operation ${id}.`);
    return tool;
  });
}

import type { Example } from './examples/example.ts';
import { ENVELOPE_EXAMPLES } from './examples/envelope-examples.ts';
import { OTHER_EXAMPLES } from './examples/other-examples.ts';
import { SESSION_EXAMPLES } from './examples/session-examples.ts';
import { TRANSACTION_EXAMPLES } from './examples/transaction-examples.ts';
import type { Scope } from '../domain/scopes.ts';
import { addHeaders } from './headers.ts';
import { OPERATION_ENTRIES } from './operations.ts';
import type { DocumentedOperation, OpenApiDocument } from './operation.ts';

/** Examples by operation id. */
export const EXAMPLES: ReadonlyMap<string, Example> = new Map(
  [SESSION_EXAMPLES, TRANSACTION_EXAMPLES, ENVELOPE_EXAMPLES, OTHER_EXAMPLES].flatMap(examples =>
    Object.entries(examples),
  ),
);

const METHODS = ['get', 'post', 'put', 'delete'] as const;

/** Every operation of a document under its key, such as `POST /v1/webhooks`. */
export function operationsOf(document: OpenApiDocument): Map<string, DocumentedOperation> {
  const found = new Map<string, DocumentedOperation>();
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    for (const method of METHODS) {
      const operation = item[method];
      if (operation !== undefined) found.set(`${method.toUpperCase()} ${path}`, operation);
    }
  }
  return found;
}

/** Adds what routes do not declare to each operation: id, tag, description, examples and response headers. */
export function completeOperations(document: OpenApiDocument): void {
  for (const [route, operation] of operationsOf(document)) {
    const entry = OPERATION_ENTRIES.get(route);
    if (entry === undefined) throw new Error(`${route} has no entry in operations.ts.`);
    const { operationId, tag, description, scopes } = entry;
    const names = scopes.map(scope => `\`${scope}\``).join(' or ');
    operation.operationId = operationId;
    operation.tags = [tag];
    operation.description =
      scopes.length === 0 ? description : `${description}\n\nScope of an access token: ${names}.`;
    nameScopes(operation, scopes);
    referToKey(operation);
    addHeaders(operation);
    addExamples(operation, EXAMPLES.get(operationId) ?? {});
  }
}

/** Routes say that an access token opens them; each of the operation's scopes is a way of its own. */
function nameScopes(operation: DocumentedOperation, scopes: readonly Scope[]): void {
  operation.security = (operation.security ?? []).flatMap(requirement =>
    'accessToken' in requirement && scopes.length > 0
      ? scopes.map(scope => ({ ...requirement, accessToken: [scope] }))
      : [requirement],
  );
}

/**
 * Replaces the key header's parameter by a reference: routes declare it to read it, but it is described only once.
 */
function referToKey(operation: DocumentedOperation): void {
  if (operation.parameters === undefined) return;
  operation.parameters = operation.parameters.map(parameter =>
    'name' in parameter && parameter.name === 'x-idempotency-key'
      ? { $ref: '#/components/parameters/IdempotencyKey' }
      : parameter,
  );
}

function addExamples(operation: DocumentedOperation, { request, requests, answer }: Example): void {
  const { requestBody, responses = {} } = operation;
  if (requestBody !== undefined && 'content' in requestBody) {
    for (const media of Object.values(requestBody.content)) {
      if (request !== undefined) media.example = request;
      if (requests !== undefined) media.examples = namedExamples(requests);
    }
  }
  const media = (responses['200'] ?? responses['201'])?.content?.['application/json'];
  if (media !== undefined && answer !== undefined) media.example = answer;
}

const namedExamples = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { summary: name, value }]));

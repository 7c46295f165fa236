import { EXAMPLES, type Example } from './examples.ts';
import { addHeaders } from './headers.ts';
import { OPERATION_ENTRIES } from './operations.ts';
import type { DocumentedOperation, OpenApiDocument } from './operation.ts';

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
    const { operationId, tag, description } = entry;
    const scopes = (operation.security ?? []).flatMap(({ accessToken = [] }) => accessToken);
    const names = scopes.map(scope => `\`${scope}\``).join(' or ');
    operation.operationId = operationId;
    operation.tags = [tag];
    operation.description =
      scopes.length === 0 ? description : `${description}\n\nScope of an access token: ${names}.`;
    referToKey(operation);
    addHeaders(operation);
    addExamples(operation, EXAMPLES.operations[operationId] ?? {});
  }
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

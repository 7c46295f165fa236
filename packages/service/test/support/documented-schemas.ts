import * as z from 'zod';
import { operationsOf } from '../../src/openapi/complete-operations.ts';
import type { OpenApiDocument } from '../../src/openapi/operation.ts';

/** Resolves a schema's references, so that it can be used alone. */
export function standAlone(document: OpenApiDocument, schema: unknown): z.ZodType {
  const whole: unknown = JSON.parse(
    JSON.stringify({ ...Object(schema), $defs: document.components?.schemas }).replaceAll(
      '#/components/schemas/',
      '#/$defs/',
    ),
  );
  return z.fromJSONSchema(z.record(z.string(), z.unknown()).parse(whole));
}

/** The schema of what an operation answers, `POST /v1/transactions` say, when it did what it was asked for. */
export function answerSchema(document: OpenApiDocument, route: string): z.ZodType {
  const { responses = {} } = operationsOf(document).get(route) ?? {};
  const answer = responses['201'] ?? responses['200'];
  if (answer?.content === undefined) throw new Error(`The document has no answer of ${route}.`);
  return standAlone(document, answer.content['application/json'].schema);
}

import { PDFDocument } from '@cantoo/pdf-lib';
import type { Context } from 'hono';
import type { ServiceApp } from '../http/app.ts';
import type { Scope } from '../domain/principal.ts';
import { completeOperations, HEADER_COMPONENTS } from './complete-operations.ts';
import { INTRODUCTION } from './introduction.ts';
import { postmanCollection } from './postman-collection.ts';
import { takeNullMembers } from './null-members.ts';
import { TAGS, type OpenApiDocument } from './operation.ts';
import { tidySchemas } from './tidy-schemas.ts';
import { registerWebhooks } from './webhooks.ts';

const ACCESS_TOKEN = 'The integrator’s access token. It is valid for 15 minutes.';
const SCOPE_DESCRIPTIONS: Readonly<Record<Scope, string>> = {
  'transactions:read': 'Read sessions, envelopes and transactions.',
  'transactions:write': 'Create and cancel them.',
  'steps:write': 'Take the steps of a signer.',
  'evidence:read': 'Read evidence, and download what was signed.',
  'webhooks:write': 'Register, test and delete webhooks.',
  'verification:write': 'Verify any PDF.',
  'people:erase': 'Erase a person; for clients whose list of scopes names it, and asked for by name.',
};
const CLIENT_SECRET = 'The signer’s client secret (ss_secret_…), for its own session only.';
const ADMIN_TOKEN = 'The administrator’s token, which the service is started with (ADMIN_TOKEN).';

/** Serves the OpenAPI document of every route mounted before, and its operations as a Postman collection. */
export function mountOpenApiDocument(app: ServiceApp, publicUrl: string): void {
  registerComponents(app, publicUrl);
  registerWebhooks(app);
  const answer = (write: (document: OpenApiDocument) => unknown) => {
    let text: Promise<string> | undefined;
    return async (c: Context) => {
      text ??= (async () => JSON.stringify(await write(createDocument(app, publicUrl))))();
      return c.body(await text, 200, { 'Content-Type': 'application/json' });
    };
  };
  app.get('/openapi.json', answer(tidySchemas));
  app.get(
    '/postman.json',
    answer(async document => postmanCollection(document, { publicUrl, pdf: await samplePdf() })),
  );
}

/** A page to try requests with, in base64. */
async function samplePdf(): Promise<string> {
  const pdf = await PDFDocument.create();
  pdf.addPage([595, 842]).drawText('Contract', { x: 72, y: 750 });
  return pdf.saveAsBase64();
}

function registerComponents(app: ServiceApp, publicUrl: string): void {
  const bearers = { clientSecret: CLIENT_SECRET, adminToken: ADMIN_TOKEN };
  const registry = app.openAPIRegistry;
  registry.registerComponent('securitySchemes', 'accessToken', {
    type: 'oauth2',
    description: ACCESS_TOKEN,
    flows: { clientCredentials: { tokenUrl: `${publicUrl}/oauth2/token`, scopes: SCOPE_DESCRIPTIONS } },
  });
  for (const [name, description] of Object.entries(bearers)) {
    registry.registerComponent('securitySchemes', name, { type: 'http', scheme: 'bearer', description });
  }
  for (const [name, header] of Object.entries(HEADER_COMPONENTS)) {
    registry.registerComponent('headers', name, header);
  }
  registry.registerComponent('parameters', 'IdempotencyKey', {
    name: 'X-Idempotency-Key',
    in: 'header',
    description:
      'Makes repeating a request safe: for 24 hours a repeat with the same key and body gets the first answer. Another body with the same key is answered by 409. The name `Idempotency-Key` is taken as well.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    example: '3f2b8c1e-9d47-4a60-b5f3-0c6a1e7d2b94',
  });
}

function createDocument(app: ServiceApp, publicUrl: string): OpenApiDocument {
  const document = app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Electronic signature service',
      version: '1.0',
      description: INTRODUCTION,
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    servers: [{ url: publicUrl }],
    externalDocs: { url: `${publicUrl}/docs`, description: 'This document as a page' },
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
  });
  completeOperations(document);
  takeNullMembers(document);
  return document;
}

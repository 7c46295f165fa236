import type { AuditLog } from '../audit/audit-log.ts';
import type { Core } from '../core/core.ts';
import { clientOf } from '../domain/principal.ts';
import type { ServiceApp } from '../http/app.ts';
import { declareRoute, jsonBody } from '../http/declare-route.ts';
import { json } from '../http/openapi-parts.ts';
import { clientWith } from '../oauth/authentication.ts';
import { erasePerson, erasureAnswer, exportAnswer, exportPerson, personSchema } from './person.ts';

const MAX_BODY = 4 * 1024;

/** What the law on personal data (LGPD, art. 18) lets a signer ask the integrator for. */
export function mountPeople(app: ServiceApp, core: Core, audit: AuditLog): void {
  const { database, clock } = core;
  const request = { body: jsonBody(personSchema) };
  const exporting = declareRoute({
    method: 'post',
    path: '/v1/people/export',
    summary: 'What the tenant’s sessions hold of a person',
    access: clientWith('evidence:read'),
    request,
    maxBytes: MAX_BODY,
    answers: { 200: json('The data, without the documents’ bytes', exportAnswer) },
  });
  app.openapi(exporting, async c => {
    const { tenantId } = clientOf(c.get('principal'));
    const found = await exportPerson(database, { tenantId, person: c.req.valid('json'), now: clock.now() });
    c.header('Cache-Control', 'no-store');
    return c.json(found, 200);
  });
  const erasing = declareRoute({
    method: 'post',
    path: '/v1/people/erase',
    summary: 'Erase what the tenant’s sessions hold of a person, except what is not theirs alone',
    access: clientWith('people:erase'),
    request,
    maxBytes: MAX_BODY,
    answers: { 200: json('What is erased within the minute, and what is not', erasureAnswer) },
  });
  app.openapi(erasing, async c => {
    const { tenantId } = clientOf(c.get('principal'));
    const person = c.req.valid('json');
    const { erasure } = await audit.perform(c.get('requestId'), async queries => {
      const done = await erasePerson(queries, { tenantId, person, now: clock.now() });
      // How many alone: whatever names the person, or their sessions, would outlast them.
      return {
        act: 'PERSON_ERASED' as const,
        tenantId,
        targetId: `sessions:${done.erased.length}`,
        erasure: done,
      };
    });
    c.header('Cache-Control', 'no-store');
    return c.json(erasure, 200);
  });
}

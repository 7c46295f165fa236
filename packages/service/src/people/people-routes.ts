import type { AuditLog } from '../audit/audit-log.ts';
import type { Core } from '../core/core.ts';
import type { ServiceApp } from '../http/app.ts';
import { ok, route } from '../http/route.ts';
import { clientWith } from '../oauth/authentication.ts';
import { erasePerson, erasureAnswer, exportAnswer, exportPerson, personSchema } from './person.ts';

const MAX_BODY = 4 * 1024;

/** What the law on personal data (LGPD, art. 18) lets a signer ask the integrator for. */
export function mountPeople(app: ServiceApp, { database, clock }: Core, audit: AuditLog): void {
  route(app, {
    method: 'post',
    path: '/v1/people/export',
    summary: 'What the tenant’s sessions hold of a person',
    access: clientWith('evidence:read'),
    body: personSchema,
    maxBytes: MAX_BODY,
    answer: ok('The data, without the documents’ bytes', exportAnswer),
    handle: ({ tenantId, body: person }) => exportPerson(database, { tenantId, person, now: clock.now() }),
  });

  route(app, {
    method: 'post',
    path: '/v1/people/erase',
    summary: 'Erase what the tenant’s sessions hold of a person, except what is not theirs alone',
    access: clientWith('people:erase'),
    body: personSchema,
    maxBytes: MAX_BODY,
    answer: ok('What is erased within the minute, and what is not', erasureAnswer),
    handle: async ({ c, tenantId, body: person }) => {
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
      return erasure;
    },
  });
}

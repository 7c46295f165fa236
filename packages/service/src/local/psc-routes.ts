import { createRoute, z } from '@hono/zod-openapi';
import type { ServiceApp } from '../http/app.ts';
import { jsonBody } from '../http/declare-route.ts';
import { json } from '../http/openapi-parts.ts';
import { LOCAL_PSC_PATH, type LocalPsc } from '../local-psc/local-psc.ts';
import { FAULTY_RESOURCES, PSC_FAULTS } from '../local-psc/test-faults.ts';

const faultSchema = z.object({
  providerId: z.string().max(50),
  resource: z.enum(FAULTY_RESOURCES),
  /** Absent: the resource works. */
  fault: z.enum(PSC_FAULTS).optional(),
});

/** The test providers of cloud certificates, and `/_local/cloud-faults`: PUT makes one fail or work, DELETE ends all that. */
export function mountLocalPsc(app: ServiceApp, { apps, faults }: LocalPsc): void {
  for (const [id, provider] of apps) app.route(`${LOCAL_PSC_PATH}/${id}`, provider);
  const route = createRoute({
    method: 'put',
    path: '/_local/cloud-faults',
    hide: true,
    request: { body: jsonBody(faultSchema) },
    responses: { 200: json('As it is now', faultSchema) },
  });
  app.openapi(route, c => {
    const { providerId, resource, fault } = c.req.valid('json');
    faults.set(providerId, resource, fault);
    return c.json({ providerId, resource, fault }, 200);
  });
  app.delete('/_local/cloud-faults', c => {
    faults.clear();
    return c.body(null, 204);
  });
}

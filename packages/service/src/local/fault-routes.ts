import { createRoute, z } from '@hono/zod-openapi';
import type { ServiceApp } from '../http/app.ts';
import { jsonBody } from '../http/declare-route.ts';
import { json } from '../http/openapi-parts.ts';
import { faultSchema, type Faults } from './faults.ts';

const faultList = z.array(faultSchema);

/** Routes to arm, list and clear faults. Guarded like all of `/_local`. */
export function mountFaultRoutes(app: ServiceApp, faults: Faults): void {
  const path = '/_local/faults';
  const responses = { 200: json('The armed faults', faultList) };
  const body = jsonBody(faultSchema);
  app.openapi(createRoute({ method: 'get', path, hide: true, responses }), c => {
    c.header('Cache-Control', 'no-store');
    return c.json(faultList.parse(faults.list()), 200);
  });
  app.openapi(createRoute({ method: 'post', path, hide: true, request: { body }, responses }), c => {
    faults.arm(c.req.valid('json'));
    return c.json(faultList.parse(faults.list()), 200);
  });
  app.openapi(createRoute({ method: 'delete', path, hide: true, responses }), c => {
    faults.clear();
    return c.json(faultList.parse(faults.list()), 200);
  });
}

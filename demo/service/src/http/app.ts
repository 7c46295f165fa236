import { OpenAPIHono } from '@hono/zod-openapi';
import { createMiddleware } from 'hono/factory';
import { answerErrors } from './error-answers.ts';
import type { ServiceEnv } from './environment.ts';
import { API_VERSION, notFound } from './problem.ts';
import { requestLog, type Log } from './request-log.ts';
import { validationProblem } from './validation.ts';

export type ServiceApp = OpenAPIHono<ServiceEnv>;

const apiVersion = createMiddleware<ServiceEnv>(async (c, next) => {
  await next();
  c.res.headers.set('API-Version', API_VERSION);
});

/** An app without routes yet: what every answer has in common. */
export function createApp(options: { log: Log | undefined; reportError: Log }): ServiceApp {
  const app: ServiceApp = new OpenAPIHono<ServiceEnv>({
    defaultHook: result => {
      if (result.success) return;
      // The address's parts are ids: one that cannot be is as unknown as one that is not.
      throw result.target === 'param' ? notFound() : validationProblem(result.error);
    },
  });
  if (options.log !== undefined) app.use(requestLog(options.log));
  app.use(apiVersion);
  app.onError(answerErrors(options.reportError));
  app.notFound(c => notFound().toResponse(c.req.path));
  return app;
}

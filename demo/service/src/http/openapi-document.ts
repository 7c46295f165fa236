import type { ServiceApp } from './app.ts';

/** Serves the OpenAPI document of every route mounted before. */
export function mountOpenApiDocument(app: ServiceApp, publicUrl: string): void {
  app.openAPIRegistry.registerComponent('securitySchemes', 'accessToken', {
    type: 'http',
    scheme: 'bearer',
    description: 'The integrator’s access token from /oauth2/token.',
  });
  app.openAPIRegistry.registerComponent('securitySchemes', 'clientSecret', {
    type: 'http',
    scheme: 'bearer',
    description: 'The signer’s client secret (ss_secret_…), for its own session only.',
  });
  app.openAPIRegistry.registerComponent('securitySchemes', 'adminToken', {
    type: 'http',
    scheme: 'bearer',
    description: 'The administrator’s token, which the service is started with (ADMIN_TOKEN).',
  });
  app.doc31('/openapi.json', {
    openapi: '3.1.0',
    info: {
      title: 'Electronic signature service',
      version: '1.0',
      description:
        'Signing and trust sessions, envelopes, transactions step by step, evidence, verification and webhooks.',
    },
    servers: [{ url: publicUrl }],
  });
}

import { mountEnrollments } from '../enrollment/enrollment-routes.ts';
import { mountFrameRoutes } from '../signer-api/frame-routes.ts';
import { mountAuditRoutes } from '../audit/audit-routes.ts';
import type { Parts } from './compose.ts';
import { mountDocuments } from '../documents/routes.ts';
import { mountEnvelopes } from '../envelopes/routes.ts';
import { mountEnvelopeVerification } from '../verification/verify-envelope-route.ts';
import { mountEvidenceRoutes } from '../transactions/evidence-routes.ts';
import { mountVerifyRoutes } from '../verification/verify-routes.ts';
import type { ServiceApp } from '../http/app.ts';
import { mountHealth } from '../http/health.ts';
import { mountPages, type PageFolders } from '../pages/pages.ts';
import { mountOAuth } from '../oauth/routes.ts';
import { mountKeySet } from '../receipts/receipts.ts';
import { mountOpenApiDocument } from '../openapi/openapi-document.ts';
import { mountDocumentRoutes } from '../signer-api/document-routes.ts';
import { mountEventStream } from '../signer-api/event-stream.ts';
import { mountCloudRoutes } from '../signer-api/cloud-routes.ts';
import { mountHandoverRoutes } from '../signer-api/handover.ts';
import { mountIntegratorRoutes } from '../sessions/integrator-routes.ts';
import { mountSignerRoutes } from '../signer-api/signer-routes.ts';
import { mountTrustRoutes } from '../sessions/trust-routes.ts';
import { mountAnchorRoutes } from '../verification/anchor-routes.ts';
import { mountVerifyDocument } from '../verification/verify-document-route.ts';
import { mountCredentialsRoute } from '../tenants/credentials-route.ts';
import { mountQuotaRoute } from '../tenants/quota-route.ts';
import { mountModeRoute } from '../tenants/mode-route.ts';
import { mountPeople } from '../people/people-routes.ts';
import { mountTransactions } from '../transactions/routes.ts';
import type { LocalServices } from './local-mode.ts';
import { VERSION } from './version.ts';
import { mountDeliveryRoutes } from '../webhooks/delivery-routes.ts';
import { mountWebhooks } from '../webhooks/routes.ts';

/** Mounts all routes. @param closing ends event streams */
export function mountRoutes(
  app: ServiceApp,
  parts: Parts,
  pages: PageFolders | undefined,
  closing: AbortSignal,
): void {
  const { local, publicAddress } = parts;
  local?.mount(app, localServices(parts));
  mountOAuth(app, parts);
  mountSignerRoutes(app, parts);
  mountDocumentRoutes(app, parts);
  mountHandoverRoutes(app, parts);
  mountCloudRoutes(app, parts);
  mountFrameRoutes(app, parts);
  mountEventStream(app, { ...parts, closing });
  mountIntegratorRoutes(app, parts);
  mountTrustRoutes(app, parts);
  mountTransactions(app, parts);
  mountEnrollments(app, parts);
  mountDocuments(app, parts);
  mountEvidenceRoutes(app, parts);
  // Before the routes with an evidence id, which would match its paths.
  mountAnchorRoutes(app, parts);
  mountVerifyRoutes(app, parts);
  mountVerifyDocument(app, parts);
  mountWebhooks(app, parts);
  mountDeliveryRoutes(app, parts);
  mountQuotaRoute(app, parts);
  mountPeople(app, parts);
  mountEnvelopes(app, parts);
  mountEnvelopeVerification(app, parts);
  mountModeRoute(app, parts);
  mountCredentialsRoute(app, parts);
  mountAuditRoutes(app, parts);
  mountKeySet(app, parts);
  mountHealth(app, parts);
  mountOpenApiDocument(app, publicAddress);
  mountPages(app, { ...parts, folders: pages, version: VERSION, loopbackMayFrame: local !== undefined });
}

function localServices({ documents, messages, addresses, ...parts }: Parts): LocalServices {
  const { housekeeping, identityChecks, webhookDelivery } = parts;
  const sendWebhooks = () => void webhookDelivery.queue.runDue();
  return {
    documents,
    messages,
    hostNames: addresses.hostNames,
    sendWebhooks,
    async runDue() {
      await housekeeping.sweep();
      void identityChecks.queue.runDue();
      // Not awaited: a receiver may be slow.
      sendWebhooks();
    },
  };
}

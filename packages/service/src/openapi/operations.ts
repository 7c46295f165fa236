/** The summaries and descriptions of operations. */
import { operation, type OperationEntry, type Operations, type Tag } from './operation.ts';

/** Operations of the direct flow. */
export const TRANSACTION_OPERATIONS: Operations = {
  'POST /v1/transactions': operation(
    'createTransaction',
    'Creates a transaction whose steps your server takes. The document may be sent with it or later, once.',
  ),
  'GET /v1/transactions': operation(
    'listTransactions',
    'Lists the tenant’s transactions, newest first, also those behind sessions. Send `nextToken` of one page to get the next. It is absent on the last page.',
  ),
  'GET /v1/transactions/{transactionId}': operation(
    'getTransaction',
    'Returns a transaction with its steps. Transactions of sessions can be read here too.',
  ),
  'DELETE /v1/transactions/{transactionId}': operation(
    'cancelTransaction',
    'Withdraws a transaction that is not completed. That of a session is cancelled together with the session.',
  ),
  'POST /v1/transactions/{transactionId}/document': operation(
    'uploadDocument',
    'Adds the PDF to a transaction that was created without one. It is never replaced.',
  ),
  'POST /v1/transactions/{transactionId}/document/presign': operation(
    'createDocumentUpload',
    'Returns an address for the bytes of a large PDF, valid for 15 minutes. Confirm the upload afterwards.',
  ),
  'PUT /v1/uploads/{documentId}': operation(
    'uploadDocumentBytes',
    'Takes the bytes of a PDF. Bytes that are sent again replace the first. Treat the address as opaque: it is a credential.',
  ),
  'POST /v1/transactions/{transactionId}/document/confirm': operation(
    'confirmDocumentUpload',
    'Adds the uploaded bytes to the transaction. If `documentHash` or `sizeBytes` is sent, they have to match.',
  ),
  'GET /v1/transactions/{transactionId}/steps': operation(
    'listSteps',
    'Returns the steps in their order, each with its status and attempts.',
  ),
  'POST /v1/transactions/{transactionId}/steps/{stepId}/start': operation(
    'startStep',
    'Begins the current step: sends a code, begins a liveness attempt or records a notice. A step that needs nothing, or has begun, is returned unchanged. In the sandbox `otpCode` is the code. The body may be left out.',
  ),
  'POST /v1/transactions/{transactionId}/steps/{stepId}/complete': operation(
    'completeStep',
    'Completes the current step. The type of the step determines the body. A failed attempt is answered by 200 with `error`, and counts.',
  ),
  'POST /v1/transactions/{transactionId}/signing/prepare': operation(
    'prepareSignature',
    'Checks the signer’s certificate and returns what its key has to sign. If the certificate is refused, the answer has `error` instead.',
  ),
  'POST /v1/transactions/{transactionId}/signing/complete': operation(
    'completeSignature',
    'Embeds the signature into the document and verifies the result.',
  ),
  'POST /v1/transactions/{transactionId}/finalize': operation(
    'finalizeTransaction',
    'Creates the evidence once all steps are completed. It may be repeated after an error. `signerContext` is the signer’s device as your server saw it. The body may be left out.',
  ),
};

/** Operations on users' reference photos. */
export const USER_OPERATIONS: Operations = {
  'PUT /v1/users/{userExternalId}/enrollment': operation(
    'putEnrollment',
    'Sets the photo that BIOMETRIC_MATCH compares this user’s face with, instead of the one before. The photo is stored encrypted for a year, in the sandbox for 7 days, and is never returned. A user has one CPF, and a CPF belongs to one user. Counts for monthlyBiometric.',
  ),
  'GET /v1/users/{userExternalId}/enrollment': operation(
    'getEnrollment',
    'Returns the hash, version, source and end of the user’s reference photo, also of one that a session left.',
  ),
  'DELETE /v1/users/{userExternalId}/enrollment': operation(
    'deleteEnrollment',
    'Destroys the user’s reference photo at once. The next matched face becomes the reference.',
  ),
};

/**
 * The id, tag and description of every operation. Generated clients use the ids as function names, so changing one
 * breaks them.
 */
const OPERATIONS: Readonly<Record<Tag, Operations>> = {
  Authentication: {
    'POST /oauth2/token': operation(
      'createAccessToken',
      'Authenticates a client by `client_secret` in the form, by `Authorization: Basic`, or by `client_assertion` (RFC 7523). Send exactly one of them. Without `scope` the token has all scopes of the client. Keep the token until shortly before `expires_in` has passed.',
    ),
  },
  'Signing sessions': {
    'POST /v1/signing-sessions': operation(
      'createSigningSession',
      'Creates a session for one signer. The signer’s link is `url` with `?cs=` and the URL-encoded `clientSecret`. The secret is answered here only. Send `document` with the purpose DOCUMENT_SIGNATURE, or `documents` for a batch of 2 to 500 that are signed together, or `action` with ACTION_AUTHENTICATION. A document that is refused refuses the whole batch. Each counts towards the quota of documents.',
    ),
    'GET /v1/signing-sessions': operation(
      'listSigningSessions',
      'Lists the tenant’s signing sessions, newest first. Send `nextCursor` of one page as `cursor` to get the next. It is absent on the last page.',
    ),
  },
  'Trust sessions': {
    'POST /v1/trust-sessions': operation(
      'createTrustSession',
      'Creates a session in which one signer confirms one action. The tenant needs the feature trust sessions. A document is refused.',
    ),
    'GET /v1/trust-sessions/{sessionId}/status': operation(
      'getTrustSessionStatus',
      'Returns the status, and the evidence id once the session is completed.',
    ),
    'POST /v1/trust-sessions/{sessionId}/cancel': operation(
      'cancelTrustSession',
      'Withdraws a session that is still active. The body may be left out.',
    ),
    'GET /v1/trust-sessions/{sessionId}/evidence': operation(
      'downloadTrustSessionEvidence',
      'Returns the bytes of the evidence pack: canonical JSON in a CMS container that the service signed.',
    ),
  },
  Signer: {
    'GET /v1/signing-sessions/{sessionId}': operation(
      'getSigningSession',
      'Returns the session with its steps, its document and the signer masked. What may be seen of an ended session depends on the caller. An integrator may call this too.',
    ),
    'GET /v1/signing-sessions/{sessionId}/documents': operation(
      'listSessionDocuments',
      'Lists the documents of the session, which are several in a batch: each with the address of the original, and once the session is completed, that of the signed document and its evidence id. An integrator may call this too.',
    ),
    'GET /v1/signing-sessions/{sessionId}/status': operation(
      'getSigningSessionStatus',
      'Returns the status, and the evidence id once the session is completed.',
    ),
    'POST /v1/signing-sessions/{sessionId}/advance': operation(
      'advanceSigningSession',
      'Takes one action of the signer. `action` selects the members of the body. A failed attempt is answered by 200: the step in `session` then holds `error`, and the attempt counts.',
    ),
    'POST /v1/signing-sessions/{sessionId}/resend-otp': operation(
      'resendOneTimeCode',
      'Sends another one-time code, like the action `resend_otp`. The code before it stops working. The body may be left out.',
    ),
    'POST /v1/signing-sessions/{sessionId}/cancel': operation(
      'cancelSigningSession',
      'Ends an active session. With an access token the integrator withdraws it; with the client secret the signer declines. The body may be left out.',
    ),
    'GET /v1/signing-sessions/{sessionId}/events': operation(
      'streamSigningSession',
      'Sends a server-sent event `session` at once and after every change. Its data is what `getSigningSession` returns. The stream closes when the session has ended. A session has at most 8 streams.',
    ),
    'PUT /v1/signing-sessions/{sessionId}/liveness/{livenessSessionId}/frames/{index}': operation(
      'uploadLivenessFrame',
      'Takes the JPEG of one frame, each side from 160 to 4096 pixels, at most 512 KiB. A frame that is sent again replaces itself.',
    ),
    'POST /v1/signing-sessions/{sessionId}/handover': operation(
      'createHandover',
      'Returns a link that opens the session once on another device within 5 minutes. A new link invalidates the one before. The body may be left out.',
    ),
    'POST /v1/signing-sessions/{sessionId}/cloud-providers': operation(
      'findCloudProviders',
      'Asks all providers of cloud certificates at once whether they have one of the signer. Call it only after the signer has chosen the cloud, since each provider learns of their CPF or CNPJ. A provider that is unavailable, or says that it has none, may still be chosen.',
    ),
    'POST /v1/handover': operation(
      'exchangeHandoverCode',
      'Exchanges the code of a handover link for the client secret of its session. A code works once.',
    ),
  },
  Envelopes: {
    'POST /v1/envelopes': operation(
      'createEnvelope',
      'Creates an envelope for 2 to 100 signers of one PDF. Then add a session for each signer. The document counts once towards the quota.',
    ),
    'GET /v1/envelopes/{envelopeId}': operation(
      'getEnvelope',
      'Returns the envelope with the sessions of its signers.',
    ),
    'POST /v1/envelopes/{envelopeId}/sessions': operation(
      'addEnvelopeSession',
      'Adds the session of one signer. To replace a signer who declined, use the same `signerIndex` again. `signer.userExternalId` is required.',
    ),
    'POST /v1/envelopes/{envelopeId}/cancel': operation(
      'cancelEnvelope',
      'Cancels the sessions that are still open. Signatures that exist stay valid. The body may be left out.',
    ),
    'POST /v1/envelopes/{envelopeId}/combined-stamp': operation(
      'createCombinedStamp',
      'Returns a presigned address of one sealed PDF with an evidence page for each signer. All have to have signed.',
    ),
    'POST /v1/document-groups/{groupId}/combined-stamp': operation(
      'createDocumentGroupStamp',
      'Does the same as `createCombinedStamp`. The group id is the `documentGroupId` of the transactions.',
    ),
  },
  Transactions: TRANSACTION_OPERATIONS,
  Users: USER_OPERATIONS,
  Evidence: {
    'GET /v1/transactions/{transactionId}/evidence': operation(
      'getEvidence',
      'Returns what the evidence says, and a presigned address of the evidence pack (.p7m).',
    ),
    'GET /v1/transactions/{transactionId}/download': operation(
      'getTransactionDocuments',
      'Returns presigned addresses of the original and, once the transaction is completed, of the signed document.',
    ),
    'GET /v1/documents/{documentId}': operation(
      'downloadDocument',
      'Returns the bytes behind a presigned address. Treat the address as opaque: it is valid for one hour. Supports `Range`, `If-Range` and `If-None-Match`, each also across origins: the `ETag` is the hash of the file, which never changes.',
    ),
    'POST /v1/people/export': operation(
      'exportPerson',
      'Answers what the tenant’s sessions hold of one person, named by one member of the body: requests, steps, evidence and events, and whether there is a reference photo. Documents have addresses of their own.',
    ),
    'POST /v1/people/erase': operation(
      'erasePerson',
      'Erases the ended sessions of one person with their documents, pictures, events and evidence, and the reference photo. Sessions that are active and those of envelopes stay, and are named. In production, ids and hashes of what was erased stay, and its evidence is answered with 410.',
    ),
  },
  Verification: {
    'GET /v1/verify/{evidenceId}': operation(
      'verifyEvidence',
      'Returns the evidence with the signer masked, and the hash of the unmasked pack.',
    ),
    'GET /v1/verify/{evidenceId}/downloads': operation(
      'getVerificationDownloads',
      'Returns presigned addresses to the tenant’s clients with `evidence:read` and to the signer. Others get null for each.',
    ),
    'GET /v1/verify/envelope/{envelopeId}': operation(
      'verifyEnvelope',
      'Returns the signatures of an envelope with the signers masked. Signers who have not signed are not named.',
    ),
    'POST /v1/verify/document': operation(
      'verifyDocument',
      'Verifies each signature of any PDF: coverage, digest, signature, certification path, revocation, timestamp and later changes. The PDF is not stored. With a token it counts as a verification; without one, ten a minute are accepted from an address.',
    ),
    'GET /v1/verify/trust-anchors': operation(
      'listTrustAnchors',
      'Returns the root certificates that this service trusts. Verifiers that run on the reader’s device need them.',
    ),
    'GET /.well-known/jwks.json': operation(
      'getReceiptKeys',
      'Returns the public keys of the receipts that a signer’s browser brings back. A key signs for 30 days and stays here for 45.',
    ),
    'GET /v1/verify/revocation-list': operation(
      'getRevocationList',
      'Returns a certificate revocation list that the service holds. It fetches none for this call.',
    ),
  },
  Webhooks: {
    'POST /v1/webhooks': operation(
      'createWebhook',
      'Registers an https address for the event types that you choose. `secret` is answered here only: it is the HMAC key of every delivery.',
    ),
    'GET /v1/webhooks': operation(
      'listWebhooks',
      'Lists the tenant’s webhooks, oldest first, without their secrets.',
    ),
    'POST /v1/webhooks/{webhookId}/test': operation(
      'testWebhook',
      'Sends one signed delivery with `test: true` now, and returns what the receiver answered.',
    ),
    'POST /v1/webhooks/{webhookId}/enable': operation(
      'enableWebhook',
      'Activates a webhook that was disabled after several deliveries had used up their attempts.',
    ),
    'GET /v1/webhooks/{webhookId}/deliveries': operation(
      'listWebhookDeliveries',
      'Lists the deliveries to a webhook, newest first, with the outcome of the last attempt, without their bodies. Send `nextCursor` of one page as `cursor` to get the next. It is absent on the last page.',
    ),
    'POST /v1/webhooks/{webhookId}/deliveries/{deliveryId}/replay': operation(
      'replayWebhookDelivery',
      'Sends a delivery again, with the same id and six new attempts, whatever became of it. A disabled webhook must be enabled first.',
    ),
    'DELETE /v1/webhooks/{webhookId}': operation(
      'deleteWebhook',
      'Deletes the webhook together with the deliveries that are waiting.',
    ),
  },
  Quotas: {
    'GET /v1/quotas': operation(
      'listQuotas',
      'Lists the limits of the tenant in this month and day, and how much of each is used. The sandbox has none.',
    ),
  },
  Health: {
    'GET /health': operation('getHealth', 'Checks the database and the document store.'),
    'GET /ready': operation(
      'getReadiness',
      'Says whether this instance takes requests: it has started, is not stopping, and its own threads work. The database and the document store, which all instances share, are in `getHealth`.',
    ),
    'GET /health/history': operation(
      'listHealthHistory',
      'Returns up to 100 earlier answers of `getHealth` since the start.',
    ),
  },
  Administration: {
    'POST /admin/tenants/{id}/credentials': operation(
      'createCredentials',
      'Creates a client of the tenant for its environment. Without `keys` it has a secret, which is answered here only.',
    ),
    'GET /admin/tenants/{id}/credentials': operation(
      'listCredentials',
      'Lists the clients of the tenant, without their secrets.',
    ),
    'POST /admin/tenants/{id}/credentials/{clientId}/rotate': operation(
      'rotateCredentials',
      'Gives a client with a secret another one, which is answered here only. The one that it has works on for `overlapHours`, 24 by default; an earlier one ends. The body may be left out. A client that the service is started with gets its configured secret back at the next start.',
    ),
    'DELETE /admin/tenants/{id}/credentials/{clientId}': operation(
      'deleteCredentials',
      'Deletes a client of the tenant. It gets no more tokens; those that it has work until they expire, for 15 minutes at most. A client that the service is started with is there again after the next start.',
    ),
    'GET /admin/audit': operation(
      'listAuditEntries',
      'Lists what the holders of the administrator’s token did, oldest first, by ids alone. Each entry has the hash of the one before it.',
    ),
    'GET /admin/audit/check': operation(
      'checkAudit',
      'Reads the whole audit log and names the first entry that does not fit. That the end was cut off, or everything computed anew, shows only against a hash that you kept: `keptNumber` and `keptHash`.',
    ),
    'POST /admin/tenants/{id}/mode': operation(
      'setTenantMode',
      'Deprecated since 2025-09-01. Answers 410 since 2026-09-01. Use `createCredentials`.',
    ),
  },
};

export interface FoundOperation extends OperationEntry {
  readonly tag: Tag;
}

export const OPERATION_ENTRIES: ReadonlyMap<string, FoundOperation> = new Map(
  Object.entries(OPERATIONS).flatMap(([tag, operations]) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the table above
    Object.entries(operations).map(([route, entry]) => [route, { ...entry, tag: tag as Tag }] as const),
  ),
);

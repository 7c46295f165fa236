import { operation, type Operations } from './operation.ts';

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

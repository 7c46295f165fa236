import { z } from '@hono/zod-openapi';
import { invalid } from '../domain/problem.ts';
import {
  documentRequest,
  readPdf,
  readSteps,
  type Inspection,
  type CreationServices,
} from '../sessions/create-request.ts';
import type { NewSession } from '../sessions/create-session.ts';
import { PURPOSES } from '../domain/session.ts';
import { actionRequest, lifetime, sharedMembers } from '../sessions/shared-request.ts';

const { policy, signer, metadata, state, locale } = sharedMembers;

/** The body of POST /v1/transactions. The document may be uploaded later. */
export const createTransactionSchema = z.object({
  policy,
  signer,
  metadata,
  state,
  locale,
  purpose: z.enum(PURPOSES).default('DOCUMENT_SIGNATURE'),
  document: documentRequest.optional().describe('May be sent later, to …/document.'),
  action: actionRequest.optional().describe('What is authenticated with the purpose ACTION_AUTHENTICATION.'),
  expiresInMinutes: lifetime(1440),
});
export type CreateTransactionRequest = z.output<typeof createTransactionSchema>;

/**
 * Turns a validated body into a new session and inspects its document.
 * @throws Problem `feature-not-enabled`, `payload-too-large`, `validation-error`; TooBusyError; InterruptedError
 */
export async function readNewTransaction(
  body: CreateTransactionRequest,
  services: CreationServices & Inspection,
): Promise<NewSession> {
  const { purpose, document, action, expiresInMinutes } = body;
  const signs = purpose === 'DOCUMENT_SIGNATURE';
  const detail = `Is not allowed with the purpose ${purpose}.`;
  if (signs && action !== undefined) throw invalid('/action', detail);
  if (!signs && action === undefined) throw invalid('/action', 'Is required.');
  if (!signs && document !== undefined) throw invalid('/document', detail);
  const about = { kind: 'transaction', hasDocument: signs } as const;
  return {
    kind: 'transaction',
    purpose,
    profile: body.policy.profile,
    steps: readSteps(body.policy, body.signer, about, services),
    request: { signer: body.signer, action, metadata: body.metadata, state: body.state },
    owner: undefined,
    locale: body.locale,
    expiresInMinutes,
    pdf: document && (await readPdf(document, services)),
  };
}

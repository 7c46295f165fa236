import type { Context } from 'hono';
import { z } from '@hono/zod-openapi';
import { setQuotaHeaders } from '../http/error-answers.ts';
import type { ServiceEnv } from '../http/environment.ts';
import { gone, type Idempotency } from '../http/idempotency.ts';
import type { StoredResponse } from '../http/stored-response.ts';
import type { Tenant } from '../domain/tenant.ts';
import { batchAnswer, createdAnswer } from './answers.ts';
import type { ClientSecrets } from '../oauth/client-secrets.ts';
import type { NewSession, SessionCreation } from './create-session.ts';
import type { SessionLinks } from '../domain/session-links.ts';
import type { Sessions } from './sessions.ts';
import type { Session } from '../domain/session.ts';

export interface AnswerCreationOptions {
  readonly idempotency: Idempotency;
  readonly creation: SessionCreation;
  readonly sessions: Sessions;
  readonly secrets: ClientSecrets;
  readonly links: SessionLinks;
}

/** The stored response to a creation. It leaves out the client secret. */
function storedResponse(session: Session, links: SessionLinks): StoredResponse {
  const { sessionId, transactionId, status, request, envelope, batch } = session;
  const invite = request.inviteSent === undefined ? {} : { inviteSent: request.inviteSent };
  return {
    status: 201,
    body: {
      sessionId,
      transactionId,
      ...(envelope && { signerIndex: envelope.signerIndex }),
      ...(batch && { batch: batchAnswer.parse(batch) }),
      status,
      url: links.hostedUrl(sessionId),
      expiresAt: session.expiresAt.toISOString(),
      createdAt: session.createdAt.toISOString(),
      ...invite,
    },
  };
}

/** Creates a session once per idempotency key and returns the response with a client secret. */
export async function answerCreation(
  c: Context<ServiceEnv>,
  options: AnswerCreationOptions,
  tenant: Tenant,
  read: () => Promise<NewSession>,
): Promise<z.output<typeof createdAnswer>> {
  const { idempotency, creation, sessions, secrets, links } = options;
  const made: Session[] = [];
  const answer = await idempotency.run(c, async saveResponse => {
    const { session, quota } = await creation.create(tenant, await read(), (queries, written) =>
      saveResponse(queries, storedResponse(written, links)),
    );
    made.push(session);
    if (quota !== undefined) setQuotaHeaders(c, quota);
    return storedResponse(session, links);
  });
  // Read the session only if an earlier request created it.
  const [session = await sessions.find(z.string().parse(answer.body['sessionId']))] = made;
  if (session === undefined) throw gone();
  c.header('Cache-Control', 'no-store');
  return createdAnswer.parse({ ...answer.body, clientSecret: await secrets.mint(session) });
}

import { CLOUD_ACTIONS, withoutError } from '@sign-session/session-rules';
import type { Core } from '../core/core.ts';
import { invalid, Problem } from '../domain/problem.ts';
import type { Session } from '../domain/session.ts';
import type { SessionLinks } from '../domain/session-links.ts';
import { dropAuthorization, type ReturnTarget } from '../cloud-certificates/authorizations.ts';
import type {
  CloudCertificates,
  CloudSubject,
  KeptPreparation,
} from '../cloud-certificates/cloud-certificates.ts';
import type { CloudVisits, WayToProvider } from '../cloud-certificates/cloud-visits.ts';
import type { CompletedSignature } from '../signing/complete-signature.ts';
import type { Preparation } from '../signing/prepare-signature.ts';
import type { AdvanceRequest } from './advance-request.ts';
import type { ApplyStep } from './step-kind.ts';

export interface CloudSignParts {
  readonly cloud: CloudCertificates;
  readonly visits: CloudVisits;
}

type CloudRequest = Extract<AdvanceRequest, { action: `${string}_cloud_signing` }>;

export function isCloudRequest(request: AdvanceRequest): request is CloudRequest {
  return CLOUD_ACTIONS.some(action => action === request.action);
}

/** What the certificate step does with a preparation and a signature, wherever the key is. */
interface SigningOutcomes {
  readonly offer: (prepared: Preparation) => ApplyStep;
  readonly settle: (completed: CompletedSignature) => ApplyStep;
}

/** The session, and what is signed of it. */
interface CloudWork {
  readonly session: Session;
  /** @param position of a document in its batch. @throws Problem `validation-error` */
  readonly subject: (position?: number) => Promise<CloudSubject>;
}

/**
 * Signing by a certificate in the cloud. The signer authorises it on the provider's page; their page then has the
 * signature prepared, checks what it is of as with any other certificate, and has it made. Some providers have to be told
 * what is signed: the first authorisation shows the certificate, and a second one is for what was prepared and checked.
 * @throws Problem `feature-not-enabled` without providers
 */
export async function cloudSign(
  { links }: Core,
  { cloud, visits }: CloudSignParts,
  { session, subject }: CloudWork,
  request: CloudRequest,
  { offer, settle }: SigningOutcomes,
): Promise<ApplyStep> {
  if (cloud.providers.length === 0)
    throw new Problem('feature-not-enabled', 'No provider of cloud certificates is configured.');
  const { sessionId } = session;
  switch (request.action) {
    case 'authorize_cloud_signing': {
      const target = targetOf(session, request.returnTo, links);
      return sendToProvider(await visits.authorize(sessionId, request.providerId, target), links);
    }
    case 'confirm_cloud_signing': {
      const target = targetOf(session, request.returnTo, links);
      return sendToProvider(await visits.confirm(session, target), links);
    }
    case 'cancel_cloud_signing':
      return async ({ step }) => ({ step, settle: queries => dropAuthorization(queries, sessionId) });
    case 'prepare_cloud_signing': {
      const prepared = await cloud.prepare(await subject(request.documentPosition));
      if (prepared.kind === 'failed') return noChange;
      return withChain(
        prepared.kind === 'kept'
          ? answerPrepared(prepared)
          : dropAuthorizationAfter(offer(prepared), prepared, sessionId),
      );
    }
    case 'complete_cloud_signing': {
      const { signatureRequestId, documentPosition } = request;
      const completed = await cloud.complete({ ...(await subject(documentPosition)), signatureRequestId });
      return completed.kind === 'failed'
        ? noChange
        : dropAuthorizationAfter(settle(completed), completed, sessionId);
    }
  }
}

/** The step stays as it is; the session says why nothing was signed. */
const noChange: ApplyStep = async ({ step }) => ({ step });

/** Sends the signer to their provider, if there is a way. */
function sendToProvider({ ticket, settle }: WayToProvider, links: SessionLinks): ApplyStep {
  const answer = ticket === undefined ? {} : { authorizationUrl: links.cloudStart(ticket) };
  return async ({ step }) => ({
    step: withoutError(step),
    answer,
    ...(settle && { settle }),
  });
}

/** What was prepared before, and stays as it is. */
function answerPrepared({ request }: KeptPreparation): ApplyStep {
  return async ({ step }) => ({ step, answer: { signing: request } });
}

/** Tells the signer's page by which certificate is signed, so that it can check the attributes. */
function withChain(apply: ApplyStep): ApplyStep {
  return async stepContext => {
    const outcome = await apply(stepContext);
    const chain = outcome.answer?.signing?.chain;
    return chain === undefined ? outcome : { ...outcome, answer: { ...outcome.answer, chain } };
  };
}

/**
 * Drops the authorisation with its end: the document is signed, the last of a batch, or the certificate was refused. It
 * stays while an authority does not answer, since the same signature may be completed later.
 */
function dropAuthorizationAfter(
  apply: ApplyStep,
  outcome: Preparation | CompletedSignature,
  sessionId: string,
): ApplyStep {
  const isOver =
    outcome.kind === 'signed' || (outcome.kind === 'refused' && outcome.reason !== 'revocation-unavailable');
  if (!isOver) return apply;
  return async stepContext => {
    const settled = await apply(stepContext);
    if (outcome.kind === 'signed' && settled.step.status !== 'COMPLETED') return settled;
    return {
      ...settled,
      async settle(queries) {
        await settled.settle?.(queries);
        await dropAuthorization(queries, sessionId);
      },
    };
  };
}

/**
 * Where the provider's page leads back to. A page elsewhere must be one that the integrator has named, or the address
 * of the provider could be made to lead signers anywhere.
 * @throws Problem `validation-error`
 */
function targetOf(session: Session, returnTo: string | undefined, links: SessionLinks): ReturnTarget {
  if (returnTo === undefined) return { kind: 'window' };
  const url = new URL(returnTo);
  const hosted = new URL(links.hostedUrl(session.sessionId));
  if (url.origin === hosted.origin && url.pathname === hosted.pathname) return { kind: 'hosted' };
  const { returnUrl, cancelUrl } = session.request;
  const known = [...session.tenant.allowedOrigins, ...[returnUrl, cancelUrl].flatMap(originOf)];
  if (known.includes(url.origin)) return { kind: 'page', url: url.href };
  throw invalid('/returnTo', 'Must be the hosted page, or at an origin that the integrator has named.');
}

function originOf(address: string | undefined): string[] {
  return address === undefined ? [] : [new URL(address).origin];
}

import { lostConnection, problem, strangersPage } from './answers.ts';
import type { ActionBody } from './routes.ts';
import { OUTCOMES, outcomeOfCode, type Outcome } from './outcomes.ts';

type Failure = (path: string) => Response;

const FAILURES: Partial<Readonly<Record<Outcome, Failure>>> = {
  network: lostConnection,
  service_unavailable: path => problem('service-unavailable', path),
  rate_limited: path => problem('rate-limit', path),
  unexpected_answer: strangersPage,
  invalid_client_secret: path => problem('unauthorized', path),
  request_refused: path => problem('forbidden', path),
  document_unavailable: path => problem('not-found', path),
};

/** How a request fails, by the session's outcome or by the magic code in its body; undefined: it does not. */
export function faultOf(outcome: Outcome, body: ActionBody, route: string): Failure | undefined {
  const code = body['action'] === 'verify_otp' ? outcomeOfCode(String(body['otpCode'])) : undefined;
  const byCode = code === undefined ? undefined : FAILURES[code];
  const { effect } = OUTCOMES[outcome];
  if (byCode !== undefined || effect.kind !== 'fault') return byCode;
  const concerns =
    effect.of === 'all' || route === (effect.of === 'actions' ? 'POST advance' : 'GET document');
  return concerns ? FAILURES[outcome] : undefined;
}

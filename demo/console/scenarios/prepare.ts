import { armFault, breakFinalization, clearFaults, resetClock, setBiometrics } from '../http/local-tools.ts';
import type { ServiceClient } from '../http/service-client.ts';
import { ServiceProblem } from '../http/service-errors.ts';
import type { Made } from '../made.ts';
import { makeSessions } from '../make-sessions.ts';
import { EVENT_TYPES } from '../webhooks/event-types.ts';
import { registerWebhook } from '../webhooks/webhook-calls.ts';
import { settingsOf, type Scenario } from './scenario.ts';

/** What became of a scenario's set-up. */
export interface Prepared {
  /** Absent where the service refused. */
  readonly made?: Made;
  readonly refusal?: ServiceProblem;
  /** What registering a webhook told, this once. */
  readonly webhook?: { readonly webhookId: string; readonly secret: string };
}

/** Another secret of the same form. */
function wrongSecret(secret: string): string {
  const middle = secret.indexOf('.') + 2;
  const letter = secret[middle] === 'A' ? 'B' : 'A';
  return secret.slice(0, middle) + letter + secret.slice(middle + 1);
}

async function makeOnce(scenario: Scenario, service: ServiceClient): Promise<Made> {
  const made = await makeSessions(service, settingsOf(scenario));
  const [first] = made.sessions;
  if (scenario.breaksFinalization === true && first !== undefined) await breakFinalization(first.sessionId);
  if (scenario.hasWrongLink !== true) return made;
  const sessions = made.sessions.map(session => ({
    ...session,
    clientSecret: wrongSecret(session.clientSecret),
  }));
  return { ...made, sessions };
}

/**
 * Sets the service up for a scenario: right clock, no faults but its own, its kind of faces, and its sessions. Throws as
 * `ServiceClient` does, except where the service refuses to make a session: that may be what the scenario shows.
 *
 * @param receiver the address of the built-in webhook receiver
 */
export async function prepareScenario(
  scenario: Scenario,
  service: ServiceClient,
  receiver: string,
): Promise<Prepared> {
  await clearFaults();
  await resetClock();
  await setBiometrics('tenant_local', scenario.faces ?? 'SIMULATED');
  const wanted = { url: receiver, events: EVENT_TYPES };
  const webhook = scenario.withWebhook === true ? await registerWebhook(service, wanted) : undefined;
  const told = webhook === undefined ? {} : { webhook };
  for (const fault of scenario.faults ?? []) await armFault(fault);
  try {
    let made = await makeOnce(scenario, service);
    for (let count = 1; count < (scenario.sessions ?? 1); count += 1)
      made = await makeOnce(scenario, service);
    return { made, ...told };
  } catch (error) {
    if (error instanceof ServiceProblem) return { refusal: error, ...told };
    throw error;
  }
}

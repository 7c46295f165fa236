import {
  armFault,
  breakFinalization,
  clearCloudFaults,
  clearFaults,
  resetClock,
  setBiometrics,
  setCloudFault,
} from '../http/local-tools.ts';
import type { ServiceClient } from '../http/service-client.ts';
import { ServiceProblem } from '../http/service-errors.ts';
import type { CreatedSessions } from '../created-sessions.ts';
import { createSessions } from '../create-sessions.ts';
import { EVENT_TYPES } from '../../../packages/service/event-types.ts';
import { registerWebhook } from '../webhooks/webhook-calls.ts';
import { settingsOf, type Scenario } from './scenario.ts';

/** The result of preparing a scenario. */
export interface Prepared {
  /** Undefined if the service refused. */
  readonly created?: CreatedSessions;
  readonly refusal?: ServiceProblem;
  /** The registered webhook with its secret, which the service returns only once. */
  readonly webhook?: { readonly webhookId: string; readonly secret: string };
}

/** A wrong secret of the same format. */
function wrongSecret(secret: string): string {
  const middle = secret.indexOf('.') + 2;
  const letter = secret[middle] === 'A' ? 'B' : 'A';
  return secret.slice(0, middle) + letter + secret.slice(middle + 1);
}

async function createOnce(scenario: Scenario, service: ServiceClient): Promise<CreatedSessions> {
  const created = await createSessions(service, settingsOf(scenario));
  const [first] = created.sessions;
  if (scenario.breaksFinalization === true && first !== undefined) await breakFinalization(first.sessionId);
  if (scenario.hasWrongLink !== true) return created;
  const sessions = created.sessions.map(session => ({
    ...session,
    clientSecret: wrongSecret(session.clientSecret),
  }));
  return { ...created, sessions };
}

/**
 * Prepares the service for a scenario: resets the clock, arms its faults, sets its face check, creates its sessions. Throws as
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
  await clearCloudFaults();
  await resetClock();
  await setBiometrics('tenant_local', scenario.faces ?? 'SIMULATED');
  const wanted = { url: receiver, events: EVENT_TYPES };
  const webhook = scenario.withWebhook === true ? await registerWebhook(service, wanted) : undefined;
  const told = webhook === undefined ? {} : { webhook };
  for (const fault of scenario.faults ?? []) await armFault(fault);
  for (const fault of scenario.cloudFaults ?? []) await setCloudFault(fault);
  try {
    let created = await createOnce(scenario, service);
    for (let count = 1; count < (scenario.sessions ?? 1); count += 1)
      created = await createOnce(scenario, service);
    return { created, ...told };
  } catch (error) {
    if (error instanceof ServiceProblem) return { refusal: error, ...told };
    throw error;
  }
}

import type { Example } from '../../src/openapi/complete-operations.ts';
import { EVENT_TYPES } from '../../event-types.ts';
import {
  LIST_ADDRESS,
  MARIA,
  openHolderAuthority,
  type HolderAuthority,
} from '../support/certificate-holders.ts';
import { ADMIN_TOKEN, EventProducers } from '../support/event-producers.ts';
import { settleSetting } from '../../src/storage/settings.ts';
import { openTestService, PUBLIC_URL, START, type TestService } from '../support/test-service.ts';
import { openReceiver } from '../support/webhook-receiver.ts';
import { ExampleRun } from './example-run.ts';
import { Placeholders } from './placeholders.ts';
import { Recorder } from './recorder.ts';

const ORIGIN = { [PUBLIC_URL]: 'https://sign.example' };

/** Makes each one-time code 123456, and all liveness challenges the same. */
function random(length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  if (length === 4) new DataView(bytes.buffer).setUint32(0, 123_456);
  return length === 1 || length === 4 ? bytes : crypto.getRandomValues(bytes);
}

/** All its certificates are on its one list, whatever address they name. */
function trustOf({ trust }: HolderAuthority): HolderAuthority['trust'] {
  return {
    ...trust,
    lists: { find: (asked, signal) => trust.lists.find({ ...asked, address: LIST_ADDRESS }, signal) },
  };
}

/** Has the test providers' certificates issued by this authority, so that they are trusted here. */
async function issueForTheCloud({ database }: TestService, authority: HolderAuthority): Promise<void> {
  const { rootPem, issuerPem, issuerKeyPem } = authority;
  const material = { rootPem, issuerPem, issuerKeyPem, files: [], revokedSerialNumbers: [] };
  await settleSetting(database, 'test-authority', { ...material, revokedAt: START.toISOString() });
}

/** Examples by operation id, from a run of the service. */
export async function recordOperations(): Promise<Record<string, Example>> {
  const authority = await openHolderAuthority();
  const recorder = new Recorder();
  const service = await openTestService(optionsOf(authority), undefined, each => recorder.over(each));
  try {
    const { url } = await callAll(service, authority);
    const placeholders = new Placeholders({ ...ORIGIN, [url]: 'https://shop.example/webhooks' });
    return Object.fromEntries(
      Object.entries(recorder.examples()).map(([id, example]) => [id, Object(placeholders.value(example))]),
    );
  } finally {
    await service.close();
  }
}

/** Calls every operation on a service that `open` makes with these options. */
export async function callEveryOperation(
  open: (options: ReturnType<typeof optionsOf>) => Promise<TestService>,
): Promise<void> {
  const authority = await openHolderAuthority();
  await callAll(await open(optionsOf(authority)), authority);
}

const optionsOf = (authority: HolderAuthority) => {
  return { random, trust: trustOf(authority), adminToken: ADMIN_TOKEN, allowLocalWebhooks: true };
};

/** @returns the address that was told of events */
async function callAll(service: TestService, authority: HolderAuthority): Promise<{ readonly url: string }> {
  const receiver = await openReceiver();
  try {
    await issueForTheCloud(service, authority);
    await new ExampleRun(service, await authority.issue(MARIA), receiver.url).callAll();
    return { url: receiver.url };
  } finally {
    await receiver.close();
  }
}

/** A delivery of each event type, from a run of the service. */
export async function recordEvents(): Promise<Record<string, unknown>> {
  const service = await openTestService({ adminToken: ADMIN_TOKEN, random, allowLocalWebhooks: true });
  const producers = new EventProducers(service);
  const events: Record<string, unknown> = {};
  for (const type of EVENT_TYPES) {
    const { body } = await producers.deliver(type);
    events[type] = new Placeholders(ORIGIN).value(JSON.parse(body));
  }
  await service.close();
  return events;
}

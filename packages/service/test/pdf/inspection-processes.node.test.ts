import assert from 'node:assert/strict';
import { getPriority } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { before, describe, it } from 'node:test';
import { inspectPdf, makeInspectionReady, STRANGER, verifyPdf } from '../../src/pdf/inspect-pdf.ts';
import { PLAIN_OBJECTS, craftPdf } from '../support/crafted-pdf.ts';
import {
  inspectors,
  signalInspectors,
  untilAnotherInspector,
  withoutProcesses,
} from '../support/inspectors.ts';

/** Each different, since what was refused is not asked again. */
const plain = (text: string) => craftPdf({ objects: PLAIN_OBJECTS, unlisted: `% ${text}\n` });

const trust = { roots: async () => [], lists: { find: async () => undefined } };

/** As somebody who is no tenant. */
const check = () =>
  verifyPdf(
    plain('checked'),
    { trust, now: new Date('2026-11-20T14:58:03Z'), signal: new AbortController().signal },
    { owner: `${STRANGER}192.0.2.1` },
  );

describe('the processes that inspect files', { skip: withoutProcesses }, () => {
  // Other tests that ran in this process may have left some.
  before(async () => {
    const left = inspectors();
    for (const id of left) process.kill(id, 'SIGKILL');
    while (inspectors().some(id => left.includes(id))) await setTimeout(5);
  });

  it('are another one for strangers than the one that is ready for tenants', async () => {
    makeInspectionReady();
    await inspectPdf(plain('first'), { owner: 'tenant' });
    // Another one may have been started meanwhile: the first was still starting.
    const ready = inspectors();
    assert.ok(ready.length > 0);
    await check();
    const strangers = inspectors().filter(id => !ready.includes(id));
    assert.equal(strangers.length, 1);
    assert.ok(getPriority(strangers[0]) > getPriority(ready[0]));

    // A file that holds the strangers' process up holds up no tenant.
    process.kill(strangers[0] ?? 0, 'SIGSTOP');
    const held = check();
    await inspectPdf(plain('second'), { owner: 'tenant' });
    process.kill(strangers[0] ?? 0, 'SIGCONT');
    assert.deepEqual(await held, []);
  });

  it('are ready again where one has ended', async () => {
    const ended = signalInspectors('SIGKILL');
    await inspectPdf(plain('third'), { owner: 'tenant' });
    await untilAnotherInspector(ended);
    while (inspectors().some(id => ended.includes(id))) await setTimeout(5);
  });

  it('are one more where a tenant’s file takes long', async () => {
    const busy = signalInspectors('SIGSTOP');
    const held = inspectPdf(plain('fourth'), { owner: 'tenant' });
    await untilAnotherInspector(busy);
    signalInspectors('SIGCONT');
    assert.equal((await held).pages, 1);
  });
});

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { RevocationLists, Trust } from '@sign-session/verify';
import { onePagePdf, pagesPdf } from '../../../../test/support/small-pdf.ts';
import { Metrics } from '../../src/metrics/metrics.ts';
import { Problem } from '../../src/domain/problem.ts';
import { PdfRefusedError, verifyPdf } from '../../src/pdf/inspect-pdf.ts';
import { AuthorityClient } from '../../src/pki/authority-client.ts';
import { FetchedLists } from '../../src/signatures/revocation-lists.ts';
import { WebhookAddresses } from '../../src/webhooks/webhook-address.ts';
import {
  LIST_ADDRESS,
  MARIA,
  openHolderAuthority,
  type HolderAuthority,
} from '../support/certificate-holders.ts';
import { signPdf } from '../support/signed-pdf.ts';
import { START } from '../support/test-service.ts';

const NEVER = new AbortController().signal;

describe('a verification in a process of its own', () => {
  let authority: HolderAuthority;
  let signed: Uint8Array<ArrayBuffer>;
  before(async () => {
    authority = await openHolderAuthority();
    signed = await signPdf(onePagePdf('Contrato'), await authority.issue(MARIA), { at: START });
  });

  const verify = (lists: RevocationLists, signal = NEVER) =>
    verifyPdf(signed, { trust: { ...authority.trust, lists }, now: START, signal });
  const indication = async (trust: Trust) => {
    const [report] = await verify(trust.lists);
    return report?.indication;
  };

  it('asks the service for lists', async () => {
    const asked: string[] = [];
    const [report] = await verify({
      find: (request, signal) => {
        asked.push(request.address);
        return authority.trust.lists.find(request, signal);
      },
    });
    assert.deepEqual([report?.indication, report?.revocation.status], ['TOTAL-PASSED', 'good']);
    assert.ok(asked.includes(LIST_ADDRESS), asked.join(' '));
  });

  it('has no way to a private address', async () => {
    const resolved: string[] = [];
    const resolve = async (host: string) => {
      resolved.push(host);
      return [{ address: '10.0.0.1', family: 4 as const }];
    };
    const client = new AuthorityClient(new WebhookAddresses({ resolve, allowLocal: false }), new Metrics());
    const [report] = await verify(new FetchedLists({ now: () => START }, client));
    assert.ok(resolved.includes(new URL(LIST_ADDRESS).hostname), 'the service looks the address up');
    assert.equal(report?.revocation.status, 'unknown');
  });

  it('ends when the client goes away, and leaves nothing behind for the next', async () => {
    const client = new AbortController();
    const hanging = verify(
      {
        find: () => {
          client.abort();
          return new Promise(() => undefined);
        },
      },
      client.signal,
    );
    await assert.rejects(
      hanging,
      (error: unknown) => error instanceof Problem && error.kind === 'service-unavailable',
    );
    assert.equal(await indication(authority.trust), 'TOTAL-PASSED');
  });

  it('passes on what went wrong in the service', async () => {
    const broken = verify({ find: () => Promise.reject(new RangeError('Broken.')) });
    await assert.rejects(broken, RangeError);
    assert.equal(await indication(authority.trust), 'TOTAL-PASSED');
  });

  it('gives up on what takes too much of the processor, and goes on with the next file', async () => {
    // Each time that the reader looks at the catalog, it meets nearly two million numbers.
    const long = pagesPdf([{ text: 'x' }], { catalog: `/Numbers [${'0 '.repeat(1_900_000)}]` });
    const hostile = verifyPdf(
      long,
      { trust: authority.trust, now: START, signal: NEVER },
      { timeLimitMs: 300 },
    );
    await assert.rejects(hostile, (error: unknown) => {
      assert.ok(error instanceof PdfRefusedError);
      assert.match(String(error.cause), /limits of time/);
      return true;
    });
    assert.equal(await indication(authority.trust), 'TOTAL-PASSED');
  });
});

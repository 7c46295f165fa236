import { STEP_ERRORS } from '@sign-session/session-rules';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { errorAddress } from '../../demo/console/log/log.ts';
import type { ProblemKind } from '../../packages/service/src/domain/problem.ts';
import type { SigningError } from '../../src/open/signing.ts';
import type { ReceiptProblem } from '../../src/server/verify-receipt.ts';
import type { WebhookError } from '../../src/server/verify-webhook.ts';
import type { ErrorCode } from '../../src/session/errors.ts';
import type { SignFailedEvent } from '../../src/sign-session/events.ts';
import { repositoryRoot } from '../support/repository.ts';
import { anchorsOf } from './pages.ts';

/** The codes of a union: the compiler demands each, and no other. */
const codesOf = <Code extends string>(codes: Record<Code, true>): string[] => Object.keys(codes);

const ELEMENT = codesOf<ErrorCode>({
  invalid_client_secret: true,
  unsupported_browser: true,
  unsupported_page: true,
  assets_unavailable: true,
  network: true,
  service_unavailable: true,
  rate_limited: true,
  unexpected_answer: true,
  request_refused: true,
  attempts_exhausted: true,
  document_unavailable: true,
  document_hash_mismatch: true,
  document_unreadable: true,
});

const FAILED = codesOf<SignFailedEvent['reason']>({ cancelled: true, finalization_failed: true });

const OPENING = codesOf<Exclude<SigningError['code'], ErrorCode>>({ popup_blocked: true });

const RECEIPT = codesOf<ReceiptProblem>({
  invalid: true,
  'unknown-key': true,
  expired: true,
  'other-service': true,
  'other-tenant': true,
  'other-transaction': true,
  'other-state': true,
  'other-outcome': true,
  batch: true,
});

const WEBHOOK = codesOf<WebhookError['code']>({ invalid: true, expired: true }).map(
  code => `webhook-${code}`,
);

const PROBLEMS = codesOf<ProblemKind>({
  'validation-error': true,
  unauthorized: true,
  'feature-not-enabled': true,
  forbidden: true,
  'not-found': true,
  'method-not-allowed': true,
  'request-timeout': true,
  'idempotency-conflict': true,
  'step-out-of-order': true,
  'attempts-exhausted': true,
  'not-your-turn': true,
  'signature-used': true,
  'document-hash-mismatch': true,
  conflict: true,
  gone: true,
  'payload-too-large': true,
  'unsupported-media-type': true,
  'range-not-satisfiable': true,
  'quota-exceeded': true,
  'rate-limit': true,
  internal: true,
  'service-unavailable': true,
});

/** Those that are a problem's type as well have a prefix. */
const STEPS = STEP_ERRORS.map(code => (PROBLEMS.includes(code) ? `step-${code}` : code));

/** The pages, with what stands before a cause and before a remedy. */
const PAGES = {
  'docs/errors.md': ['Cause', 'What to do'],
  'docs/pt/errors.md': ['Causa', 'O que fazer'],
} as const;

describe('the manual’s errors', () => {
  const known = [ELEMENT, FAILED, OPENING, RECEIPT, WEBHOOK, PROBLEMS, STEPS].flat();

  for (const [place, [cause, remedy]] of Object.entries(PAGES)) {
    const page = readFileSync(path.join(repositoryRoot, place), 'utf8');
    const headings = Array.from(page.matchAll(/^### `(.+)`$/gm), ([, code]) => code);
    const anchors = anchorsOf(page);

    it(`${place} has each code of the element, the service and the receipts once, with cause and remedy`, () => {
      assert.deepEqual(headings.toSorted(), known.toSorted());
      assert.deepEqual(
        known.filter(code => !anchors.has(code)),
        [],
      );
      const form = new RegExp(`^\`.+\`\n\n\\*\\*${cause}:\\*\\* .+\n[^]*\n\\*\\*${remedy}:\\*\\* .+`);
      for (const section of page.split(/^### /m).slice(1)) assert.match(section, form);
    });

    it(`${place} has what the console links to`, () => {
      for (const code of [...ELEMENT, ...PROBLEMS])
        assert.ok(anchors.has(new URL(errorAddress(code), 'http://localhost').hash.slice(1)), code);
    });
  }
});

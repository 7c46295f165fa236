import assert from 'node:assert/strict';
import type { SignatureAlgorithm } from '../../packages/service/src/cms/signed-data.ts';
import { inspectPdf } from '../../packages/service/src/pdf/inspect-pdf.ts';
import {
  type LocatedSignature,
  locateSignatures,
  signedParts,
} from '../../packages/verify/src/signatures/located-signatures.ts';
import { verifySignatures } from '../../packages/verify/src/signatures/verify-signatures.ts';
import {
  JOAO,
  MARIA,
  openHolderAuthority,
  type Holder,
  type HolderAuthority,
  type KeyKind,
} from '../../packages/service/test/support/certificate-holders.ts';
import { readPdfsig, type SignatureReport } from '../../packages/service/test/support/pdf-checks.ts';
import { signPdf } from '../../packages/service/test/support/signed-pdf.ts';
import { START } from '../../packages/service/test/support/test-service.ts';
import { withoutTools } from '../../packages/service/test/support/tools.ts';
import { CertificateWorkshop } from '../support/certificate-files.ts';
import { runProgram } from './programs.ts';
import type { ProofFile } from './proof-files.ts';

const VALID = { validation: 'Signature is Valid.', type: 'ETSI.CAdES.detached' } as const;

/** A test's `skip` option. */
export const skipProof = withoutTools('pdfsig', 'qpdf', 'openssl');

const ALGORITHMS: Partial<Record<KeyKind, SignatureAlgorithm>> = { 'P-256': 'ECDSA-P256' };

/** Says what programs found, which run while the next signer signs. */
type Finding = Promise<void>;

/**
 * Proves signatures of one signer after another on a PDF, with programs that are not ours: pdfsig finds each valid at
 * every step, OpenSSL verifies each CMS, qpdf finds the file clean, and no earlier byte changes.
 */
export class SignatureProof {
  readonly #authority: HolderAuthority;
  readonly #holders = new Map<KeyKind, Promise<Holder>>();
  readonly #author: Holder;
  readonly #workshop = new CertificateWorkshop();

  private constructor(authority: HolderAuthority, author: Holder) {
    this.#authority = authority;
    this.#author = author;
    this.#workshop.write('root.pem', authority.rootPem);
  }

  static async open(): Promise<SignatureProof> {
    const authority = await openHolderAuthority();
    return new SignatureProof(authority, await authority.issue(JOAO));
  }

  close(): void {
    this.#workshop.remove();
  }

  /** @param signers how many sign, all with the same key */
  async run({ bytes }: ProofFile, key: KeyKind, signers: number): Promise<void> {
    const original = await bytes(this.#author);
    const holder = await this.#holder(key);
    const algorithm = ALGORITHMS[key] ?? 'RSASSA-PKCS1-v1_5';
    const { pages } = await inspectPdf(original);
    const unsigned = this.#write('revision-0.pdf', original);
    const foreign = readPdfsig((await runProgram('pdfsig', ['-nocert', unsigned])).stdout);
    const findings: Finding[] = [];
    let file = original;
    for (let count = 1; count <= signers; count += 1) {
      const revision = file;
      file = await signPdf(revision, holder, { at: START, algorithm });
      assertPrefix(revision, file);
      findings.push(assertValid(this.#write(`revision-${count}.pdf`, file), count, foreign));
    }
    const last = this.#workshop.path(`revision-${signers}.pdf`);
    findings.push(assertUndamaged(unsigned, last), assertPages(last, pages));
    findings.push(...(await this.#opensslFindings(file, signers)), this.#assertServiceAgrees(file, signers));
    await Promise.all(findings);
  }

  #holder(key: KeyKind): Promise<Holder> {
    const holder = this.#holders.get(key) ?? this.#authority.issue({ ...MARIA, key });
    this.#holders.set(key, holder);
    return holder;
  }

  #write(name: string, bytes: Uint8Array): string {
    this.#workshop.write(name, bytes);
    return this.#workshop.path(name);
  }

  async #opensslFindings(file: Uint8Array, signers: number): Promise<Finding[]> {
    const own = (await locateSignatures(file)).slice(-signers);
    assert.equal(own.length, signers);
    return own.map((signature, index) => this.#assertOpensslAgrees(file, signature, index));
  }

  /** With the reference to the certificate checked as well, which CAdES asks for. */
  async #assertOpensslAgrees(file: Uint8Array, signature: LocatedSignature, index: number): Finding {
    const signed = signedParts(file, signature);
    assert.ok(signed);
    const content = this.#write(`content-${index}`, Buffer.concat(signed.parts));
    const cms = this.#write(`cms-${index}`, signature.contents);
    const at = String(Math.floor(START.getTime() / 1000));
    const input = ['-inform', 'DER', '-in', cms, '-content', content];
    const trust = ['-CAfile', this.#workshop.path('root.pem'), '-purpose', 'any', '-attime', at];
    const output = ['-out', this.#workshop.path(`out-${index}`)];
    const verify = ['cms', '-verify', '-cades', '-binary', ...input, ...trust, ...output];
    const { status, stderr } = await runProgram('openssl', verify);
    assert.equal(status, 0, stderr);
  }

  /** Each signature passes, and nothing behind any of them is more than other signatures. */
  async #assertServiceAgrees(file: Uint8Array, signers: number): Finding {
    const signal = AbortSignal.timeout(60_000);
    const reports = await verifySignatures(file, { trust: this.#authority.trust, now: START, signal });
    for (const { indication, subIndication } of reports.slice(-signers)) {
      assert.deepEqual([indication, subIndication], ['TOTAL-PASSED', undefined]);
    }
    assert.deepEqual(
      reports.map(({ laterChanges: { fileState, level, permitted } }) => ({ fileState, level, permitted })),
      reports.map((_, index) => ({
        fileState: 'same',
        level: index === reports.length - 1 ? 'none' : 'signatures',
        permitted: true,
      })),
    );
  }
}

function assertPrefix(revision: Uint8Array, file: Uint8Array): void {
  const same = Buffer.compare(file.subarray(0, revision.length), revision) === 0;
  assert.ok(same, 'the earlier revision is an unchanged prefix');
}

/** qpdf's word: 0 is clean, 3 is warnings, 2 is errors. */
async function assertUndamaged(unsigned: string, last: string): Finding {
  const [original, signed] = await Promise.all([
    runProgram('qpdf', ['--check', unsigned]),
    runProgram('qpdf', ['--check', last]),
  ]);
  assert.ok(
    signed.status === 0 || signed.status === original.status,
    `qpdf finds new damage: ${signed.stderr}`,
  );
}

async function assertPages(file: string, pages: number): Finding {
  const { stdout } = await runProgram('qpdf', ['--show-npages', file]);
  assert.equal(Number(stdout), pages, 'no page was added');
}

/** pdfsig's word on each signature, and on those that were there before. */
async function assertValid(file: string, count: number, foreign: readonly SignatureReport[]): Finding {
  const found = readPdfsig((await runProgram('pdfsig', ['-nocert', file])).stdout);
  assert.deepEqual(
    found.map(({ validation, type }) => ({ validation, type })),
    [
      ...foreign.map(({ validation, type }) => ({ validation, type })),
      ...Array.from({ length: count }, () => VALID),
    ],
  );
  assert.deepEqual(
    found.map(({ wholeDocument }) => wholeDocument),
    found.map((_, index) => index === found.length - 1),
    'the last one covers everything',
  );
}

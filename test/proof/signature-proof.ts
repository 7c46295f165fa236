import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { SignatureAlgorithm } from '../../demo/service/src/cms/signature-algorithms.ts';
import { inspectPdf } from '../../demo/service/src/pdf/inspect-pdf.ts';
import {
  locateSignatures,
  type LocatedSignature,
} from '../../demo/service/src/signatures/located-signatures.ts';
import { signedParts } from '../../demo/service/src/signatures/signed-parts.ts';
import { verifySignatures } from '../../demo/service/src/signatures/verify-signatures.ts';
import {
  JOAO,
  MARIA,
  openHolderAuthority,
  type Holder,
  type HolderAuthority,
  type KeyKind,
} from '../service/support/certificate-holders.ts';
import { readPdfsig, type SignatureReport } from '../service/support/pdf-checks.ts';
import { signPdf } from '../service/support/signed-pdf.ts';
import { START } from '../service/support/test-service.ts';
import { withoutTools } from '../service/support/tools.ts';
import { CertificateWorkshop } from '../support/certificate-files.ts';
import { runProgram } from './programs.ts';
import { PROOF_FILES } from './proof-files.ts';

/** All of it where everything is required, a short cut through it elsewhere. */
const whole = process.env['CI'] === 'true' || process.env['REQUIRE_ALL'] === '1';
const briefly = PROOF_FILES.filter(({ always }) => always === true);
const signers = whole ? 6 : 3;

const VALID = { validation: 'Signature is Valid.', type: 'ETSI.CAdES.detached' } as const;

const skip = withoutTools('pdfsig', 'qpdf', 'openssl');

export interface ProvedKey {
  readonly name: string;
  readonly kind: KeyKind;
  readonly algorithm: SignatureAlgorithm;
  /** The short cut is enough: what differs is the length of a number. */
  readonly brief?: true;
}

/**
 * Proves signatures of one signer after another on every kind of PDF, with programs that are not ours: pdfsig finds
 * each valid at every step, OpenSSL verifies each CMS, qpdf finds the file clean, and no earlier byte changes.
 */
export function proveSignatures({ name, kind: key, algorithm, brief }: ProvedKey): void {
  const files = whole && brief !== true ? PROOF_FILES : briefly;
  describe(`signatures of one to ${signers} signers with ${name} keys`, { skip }, () => {
    let proof: Proof;
    let somebody: Holder;
    before(async () => {
      const authority = await openHolderAuthority();
      proof = new Proof(authority, await authority.issue({ ...MARIA, key }), algorithm);
      somebody = await authority.issue(JOAO);
    });
    after(() => proof.close());
    for (const { kind, bytes } of skip ? [] : files) {
      it(`hold on ${kind}`, async () => proof.run(await bytes(somebody)));
    }
  });
}

/** Says what programs found, which run while the next signer signs. */
type Finding = Promise<void>;

class Proof {
  readonly #authority: HolderAuthority;
  readonly #holder: Holder;
  readonly #algorithm: SignatureAlgorithm;
  readonly #workshop = new CertificateWorkshop();

  constructor(authority: HolderAuthority, holder: Holder, algorithm: SignatureAlgorithm) {
    this.#authority = authority;
    this.#holder = holder;
    this.#algorithm = algorithm;
    this.#workshop.write('root.pem', authority.rootPem);
  }

  close(): void {
    this.#workshop.remove();
  }

  async run(original: Uint8Array): Promise<void> {
    const { pages } = await inspectPdf(original);
    const unsigned = this.#write('revision-0.pdf', original);
    const foreign = readPdfsig((await runProgram('pdfsig', ['-nocert', unsigned])).stdout);
    const findings: Finding[] = [];
    let file = original;
    for (let count = 1; count <= signers; count += 1) {
      const revision = file;
      file = await signPdf(revision, this.#holder, { at: START, algorithm: this.#algorithm });
      assertPrefix(revision, file);
      findings.push(assertValid(this.#write(`revision-${count}.pdf`, file), count, foreign));
    }
    const last = this.#workshop.path(`revision-${signers}.pdf`);
    findings.push(assertUndamaged(unsigned, last), assertPages(last, pages));
    await Promise.all([...findings, ...(await this.#opensslFindings(file)), this.#assertServiceAgrees(file)]);
  }

  #write(name: string, bytes: Uint8Array): string {
    this.#workshop.write(name, bytes);
    return this.#workshop.path(name);
  }

  async #opensslFindings(file: Uint8Array): Promise<Finding[]> {
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
  async #assertServiceAgrees(file: Uint8Array): Finding {
    const signal = AbortSignal.timeout(60_000);
    const reports = await verifySignatures(file, { trust: this.#authority.trust, now: START, signal });
    for (const { indication, subIndication } of reports.slice(-signers)) {
      assert.deepEqual([indication, subIndication], ['TOTAL-PASSED', undefined]);
    }
    assert.deepEqual(
      reports.map(({ laterChanges }) => laterChanges),
      reports.map((_, index) => ({
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

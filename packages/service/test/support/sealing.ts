import { readFileSync } from 'node:fs';
import { createSealAuthority, openAuthority, type AuthorityMaterial } from '../../src/pki/test-seal.ts';
import type { SealingIdentity } from '../../src/cms/signed-data.ts';
import type { EvidencePageContent } from '../../src/pdf/evidence-content.ts';
import { pdfAsset } from './tools.ts';

export const NOW = new Date('2026-11-20T14:58:03.500Z');

let material: Promise<AuthorityMaterial> | undefined;

/** One authority per test file: its three keys take a third of a second. */
export function testAuthority(): Promise<AuthorityMaterial> {
  material ??= createSealAuthority({ now: NOW });
  return material;
}

export async function testIdentity(): Promise<SealingIdentity> {
  return openAuthority(await testAuthority());
}

export function readPdf(name: string): Uint8Array {
  return new Uint8Array(readFileSync(pdfAsset(name)));
}

export function evidence(changes: Partial<EvidencePageContent> = {}): EvidencePageContent {
  return {
    locale: 'pt-BR',
    isTest: true,
    signatureKind: 'advanced',
    codeSentTo: 'm****@example.com',
    ipAddress: '203.0.113.7',
    browser: 'Samsung Internet 23 · Android 13',
    tenantCnpj: '12.ABC.345/01DE-35',
    sealedBy: {
      name: 'SIGN SESSION LOCAL TEST LTDA',
      cnpj: '11.222.333/0001-81',
      issuer: 'Sign Session LOCAL TEST Intermediate CA',
    },
    filename: 'contrato-de-servicos.pdf',
    documentHash: `sha256:${'3f9a71c088d2e2b4'.repeat(4)}`,
    signer: { name: 'Maria da Conceição Araújo', maskedCpf: '***.982.247-**' },
    tenantName: 'Acme Crédito',
    requestedAt: new Date(NOW.getTime() - 3_600_000),
    openedAt: new Date(NOW.getTime() - 300_000),
    signedAt: NOW,
    evidenceId: 'ev_01JD8KQ7V5M2T9XH4R6B3N0CZW',
    transactionId: '0197f7a2-4c1d-7b3e-9a55-1f2e3d4c5b6a',
    verifierUrl: 'http://127.0.0.1:4010/verify/ev_01JD8KQ7V5M2T9XH4R6B3N0CZW',
    steps: [{ type: 'CLICK_ACCEPT', completedAt: NOW, pages: { pagesViewed: 12, pages: 12 } }],
    ...changes,
  };
}

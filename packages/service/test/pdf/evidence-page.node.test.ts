import type { StepType } from '@sign-session/session-rules';
import type { Locale } from '../../src/domain/locales.ts';
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName } from '@cantoo/pdf-lib';
import { correction, generate } from 'lean-qr';
import type { EvidencePageContent } from '../../src/pdf/evidence-content.ts';
import { browserName } from '../../src/evidence/browser-name.ts';
import { sealDocument, sealForAll } from '../../src/pdf/seal-document.ts';
import type { SealingIdentity } from '../../src/cms/signed-data.ts';
import { craftPdf, PLAIN_OBJECTS } from '../support/crafted-pdf.ts';
import { renderPage, wordsOf, type PagePicture, type Word } from '../support/page-picture.ts';
import { assertSealed, lastPageText, qpdfStatus, withFile } from '../support/pdf-checks.ts';
import { evidence, NOW, testIdentity } from '../support/sealing.ts';
import { runTool, withoutTools } from '../support/tools.ts';

const skip = withoutTools('pdfsig', 'qpdf', 'pdftotext', 'pdftoppm', 'pdffonts');
const plain = craftPdf({ objects: PLAIN_OBJECTS });

const ALL_STEPS: readonly StepType[] = [
  'PURPOSE_DISCLOSURE',
  'CLICK_ACCEPT',
  'DOCUMENT_PHOTO_MATCH',
  'BIOMETRIC_LIVENESS',
  'BIOMETRIC_MATCH',
  'SERPRO_IDENTITY_CHECK',
  'OTP_CHALLENGE',
  'OTP_VERIFY',
  'DIGITAL_SIGN_A1',
];
const allSteps = ALL_STEPS.map(type => ({ type, completedAt: NOW }));

/** What the page shows in every language. */
const FACTS = [
  'Maria da Conceição Araújo',
  '***.982.247-**',
  'Acme Crédito (CNPJ 12.ABC.345/01DE-35)',
  'm****@example.com',
  '203.0.113.7',
  'Samsung Internet 23 · Android 13',
  'SIGN SESSION LOCAL TEST LTDA (CNPJ 11.222.333/0001-81)',
  'Sign Session LOCAL TEST Intermediate CA',
  'contrato-de-servicos.pdf',
  '2026-11-20T14:58:03Z',
  'ev_01JD8KQ7V5M2T9XH4R6B3N0CZW',
  '0197f7a2-4c1d-7b3e-9a55-1f2e3d4c5b6a',
  '3f9a71c0 88d2e2b4 3f9a71c0 88d2e2b4 3f9a71c0 88d2e2b4 3f9a71c0 88d2e2b4',
  'http://127.0.0.1:4010/verify/ev_01JD8KQ7V5M2T9XH4R6B3N0CZW',
  'PAdES',
];

/** Far longer than real values, in every field at once. */
const OVERLONG: Partial<EvidencePageContent> = {
  filename: `${'x'.repeat(5000)}.pdf`,
  tenantName: 'Ñandú Comércio e Serviços '.repeat(40),
  signer: {
    name: `${'Wolfeschlegelsteinhausenbergerdorff '.repeat(40)}Fim`,
    maskedCpf: '***.982.247-**',
    maskedCnpj: '12.***.***/0001-**',
  },
  verifierUrl: `https://verify.example.com/${'very/long/path/'.repeat(20)}ev_1`,
  evidenceId: `ev_${'0'.repeat(300)}`,
  transactionId: 'f'.repeat(300),
  steps: allSteps,
};

/** The names of the fonts that the evidence page has, each with its prefix. */
const fontsOf = (sealed: Uint8Array): string[] =>
  withFile(sealed, file => runTool('pdffonts', ['-f', '2', file]).stdout.toString()).match(
    /[A-Z]{6}\+\S+/g,
  ) ?? [];

describe('the evidence page', { skip }, () => {
  let identity: SealingIdentity;

  before(async () => {
    identity = await testIdentity();
  });

  async function sealedWith(changes: Partial<EvidencePageContent> = {}): Promise<Uint8Array> {
    const sealing = { original: plain, evidence: evidence(changes), identity, sealedAt: NOW };
    return (await sealDocument(sealing)).sealed;
  }

  const SAYS: Record<Locale, readonly string[]> = {
    'pt-BR': [
      'Evidência de assinatura eletrônica',
      'TESTE, sem validade jurídica',
      '20 de novembro de 2026 às 11:58:03 (horário de Brasília, GMT-3)',
      '20/11 11:58:03',
      'Assinatura eletrônica avançada Lei 14.063/2020, art. 4º, II; MP 2.200-2/2001, art. 10, § 2º',
      'Código enviado a',
      'Assinatura solicitada 20/11 10:58:03 · 2026-11-20T13:58:03Z',
      'Sessão aberta pelo signatário 20/11 11:53:03 · 2026-11-20T14:53:03Z',
      'UTC, pelo relógio do serviço',
      'Aceite do documento (12 de 12 páginas vistas)',
      'Selado por',
      'Solicitado por',
      'SHA-256 (original)',
      'Um arquivo não pode conter o próprio hash',
    ],
    en: [
      'Evidence of electronic signature',
      'TEST, without legal value',
      '20 November 2026 at 11:58:03 (Brasília time, GMT-3)',
      'Advanced electronic signature',
      'Code sent to',
      'Signature requested 20/11 10:58:03 · 2026-11-20T13:58:03Z',
      'Session opened by the signer 20/11 11:53:03 · 2026-11-20T14:53:03Z',
      'UTC, by the clock of the service',
      'Document accepted (12 of 12 pages viewed)',
      'Sealed by',
      'Requested by',
      'SHA-256 (original)',
      'No file can contain its own hash',
    ],
    es: [
      'Evidencia de firma electrónica',
      'PRUEBA, sin validez jurídica',
      '(hora de Brasilia, GMT-3)',
      'Firma electrónica avanzada',
      'Código enviado a',
      'Firma solicitada',
      'Sesión abierta por el firmante',
      'UTC, según el reloj del servicio',
      'Documento aceptado (12 de 12 páginas vistas)',
      'Sellado por',
      'Solicitado por',
      'SHA-256 (original)',
      'Ningún archivo puede contener su propio hash',
    ],
  };

  for (const locale of ['pt-BR', 'en', 'es'] as const) {
    it(`says who, when, what and how in ${locale}`, async () => {
      const text = lastPageText(await sealedWith({ locale })).replaceAll(/\s+/g, ' ');
      for (const expected of [...SAYS[locale], ...FACTS]) assert.ok(text.includes(expected), expected);
    });
  }

  it('says nothing of a test where it is none, nor of what did not happen', async () => {
    const sealed = await sealedWith({
      locale: 'en',
      isTest: false,
      codeSentTo: undefined,
      ipAddress: undefined,
      browser: undefined,
      openedAt: undefined,
      steps: [{ type: 'CLICK_ACCEPT', completedAt: NOW }],
    });
    assert.doesNotMatch(
      lastPageText(sealed),
      /TEST, without|Code sent to|IP address|Browser|opened by|pages viewed/,
    );
  });

  it('has words for every step', async () => {
    const text = lastPageText(await sealedWith({ locale: 'en', steps: allSteps }));
    assert.equal(text.match(/2026-11-20T14:58:03Z/g)?.length, ALL_STEPS.length + 1);
  });

  it('embeds its fonts, reduced to what is drawn', async () => {
    const sealed = await sealedWith();
    const fonts = withFile(sealed, file => runTool('pdffonts', ['-f', '2', file]).stdout.toString());
    const rows = fonts.trim().split('\n').slice(2);
    assert.equal(rows.length, 3);
    for (const row of rows) assert.match(row, /CID TrueType\s+Identity-H\s+yes\s+\w+\s+yes/);
    assert.ok(sealed.length - plain.length < 100_000, `${sealed.length - plain.length} bytes are added`);
  });

  it('embeds the same letters in every document, and further ones where a name has them', async () => {
    const [maria, ana, lucja] = [
      fontsOf(await sealedWith({ signer: { name: 'Maria' } })),
      fontsOf(await sealedWith({ signer: { name: 'Ana de Souza' } })),
      fontsOf(await sealedWith({ signer: { name: 'Łucja' } })),
    ];
    assert.deepEqual(ana, maria);
    assert.deepEqual(
      lucja.filter(name => !maria.includes(name)).map(name => name.slice(7)),
      ['DejaVuSans-Bold'],
    );
  });

  it('keeps names in Latin, Greek and Cyrillic as they are', async () => {
    const name = 'Łucja Ğnöß / Ελένη Παπαδοπούλου / Александр Пушкин';
    assert.ok(lastPageText(await sealedWith({ signer: { name } })).includes(name));
  });

  it('composes accents that come apart, as they do from some keyboards', async () => {
    const text = lastPageText(await sealedWith({ signer: { name: 'Conceição'.normalize('NFD') } }));
    assert.ok(text.includes('Conceição'.normalize('NFC')));
  });

  it('shows numbers for what the font lacks and for characters that hide or reorder, and says so', async () => {
    const sealed = await sealedWith({
      signer: { name: 'A山田B' },
      filename: 'contract\u202Efdp.exe\u0000\n\uD800',
    });
    assertSealed(sealed);
    const text = lastPageText(sealed);
    assert.match(text, /A\[U\+5C71\]\[U\+7530\]B/);
    assert.match(text, /contract\[U\+202E\]fdp\.exe\[U\+0000\]\[U\+000A\]\[U\+D800\]/);
    assert.match(text, /Unicode, como\s+\[U\+5C71\]/);
    assert.doesNotMatch(text, /\u25A1/);
  });

  it('writes names in Greek, Cyrillic, Hebrew and Arabic as they are, and needs no note for them', async () => {
    for (const name of ['Αθηνά', 'Ольга', 'שרה', 'ليلى']) {
      const sealed = await sealedWith({ signer: { name } });
      assertSealed(sealed);
      assert.doesNotMatch(lastPageText(sealed), /U\+|Unicode/, name);
    }
  });

  it('takes names as text, never as PDF syntax', async () => {
    const name = ') Tj ET Q >> endstream endobj /JS (app.alert(1)) \\';
    const sealed = await sealedWith({ signer: { name }, filename: `<${name}>`, tenantName: name });
    assertSealed(sealed);
    assert.equal(qpdfStatus(sealed), 0);
    assert.ok(lastPageText(sealed).includes(name));
  });

  it('wraps what is long and stays on the page, with nothing over something else', async () => {
    const sealed = await sealedWith(OVERLONG);
    assertSealed(sealed);
    const words = wordsOf(sealed, 2);
    assert.ok(words.length > 100);
    for (const word of words) {
      assert.ok(word.left >= 55 && word.right <= 541 && word.top >= 40 && word.bottom <= 810, word.text);
    }
    assertNoOverlap(words);
    const text = lastPageText(sealed);
    assert.match(text, /xxx\.pdf/, 'the end of a file name can be read');
    assert.match(text, /Fim/, 'and that of a name');
  });

  it('stays on the page as a page of its own, with more to say of its characters', async () => {
    const sealing = { original: await sealedWith(), identity, sealedAt: NOW };
    const changes = { ...OVERLONG, filename: '山'.repeat(900) };
    const { separateEvidencePage } = await sealDocument({ ...sealing, evidence: evidence(changes) });
    assert.ok(separateEvidencePage !== undefined);
    assertNoOverlap(wordsOf(separateEvidencePage, 1));
  });

  it('has a QR code that holds the address', async () => {
    const content = evidence();
    const picture = renderPage(await sealedWith(), 2, 216);
    const code = generate(content.verifierUrl, { minCorrectionLevel: correction.M });
    const places = Array.from({ length: code.size }, (_, place) => place);
    const expected = places.map(y => places.map(x => code.get(x, y)));
    assert.deepEqual(readQrModules(picture), expected);
  });

  it('links to the address by text and code', async () => {
    const { verifierUrl } = evidence();
    assert.deepEqual(await linksOf(await sealedWith()), [verifierUrl, verifierUrl]);
  });

  it('leaves an address inert that is not one of the web', async () => {
    const sealed = await sealedWith({ verifierUrl: 'javascript:app.alert(1)' });
    assert.deepEqual(await linksOf(sealed), []);
  });
});

describe('the sheet of an envelope', { skip }, () => {
  const NAMES = ['Maria da Conceição Araújo', 'João Pereira', 'Ana Souza', 'Łucja Ğnöß'];
  const SHORT: Partial<EvidencePageContent> = { filename: 'contrato.pdf' };

  async function sealedFor(
    count: number,
    changes: Partial<EvidencePageContent> = SHORT,
  ): Promise<Uint8Array> {
    const all = Array.from({ length: count }, (_, index) =>
      evidence({
        locale: 'en',
        signer: { name: NAMES[index] ?? `Signer ${index + 1}`, maskedCpf: '***.982.247-**' },
        evidenceId: `ev_${index + 1}`,
        verifierUrl: `https://sign.example/verify/ev_${index + 1}`,
        ...changes,
      }),
    );
    return sealForAll({ original: plain, evidence: all, identity: await testIdentity(), sealedAt: NOW });
  }

  it('is one page for three signers, with the document once', async () => {
    const sealed = await sealedFor(3);
    assertSealed(sealed);
    assert.equal((await PDFDocument.load(sealed)).getPageCount(), 2);
    const text = lastPageText(sealed).replaceAll(/\s+/g, ' ');
    for (const word of [
      ...NAMES.slice(0, 3),
      'ev_1',
      'ev_2',
      'ev_3',
      '3 signers',
      'Samsung Internet 23 · Android 13',
    ])
      assert.ok(text.includes(word), word);
    assert.equal(text.split('contrato.pdf').length, 2);
    assert.ok((await linksOf(sealed)).includes('https://sign.example/verify/ev_2'));
  });

  it('goes on with five on a page, each named once', async () => {
    const sealed = await sealedFor(9);
    const pages = (await PDFDocument.load(sealed)).getPageCount();
    assert.equal(pages, 4);
    assert.match(lastPageText(sealed), /when and how\. 3\/3[\s\S]*Signer 9/);
  });

  it('stays on the page with nothing over something else, however long the values', async () => {
    const { signer = { name: '' }, ...others } = OVERLONG;
    const sealed = await sealedFor(9, { ...others, signer, tenantName: '山'.repeat(90), isTest: true });
    assertSealed(sealed);
    for (const page of [2, 3, 4]) {
      const words = wordsOf(sealed, page);
      for (const word of words)
        assert.ok(word.left >= 55 && word.right <= 541 && word.top >= 40 && word.bottom <= 815, word.text);
      assertNoOverlap(words);
    }
  });
});

describe('the name of a browser', () => {
  const NAMES = {
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1':
      'Safari 17 · iOS 17',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15':
      'Safari 17 · macOS',
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36':
      'Chrome 126 · Android 10',
    'Mozilla/5.0 (Linux; Android 13; SM-A135M) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/23.0 Chrome/115.0.0.0 Mobile Safari/537.36':
      'Samsung Internet 23 · Android 13',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0':
      'Edge 126 · Windows',
    'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0': 'Firefox 128 · Linux',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/126.0.6478.54 Mobile/15E148 Safari/604.1':
      'Chrome 126 · iOS 17',
    'integrator/2.1': 'integrator/2.1',
  };

  for (const [userAgent, name] of Object.entries(NAMES))
    it(`is ${name}`, () => assert.equal(browserName(userAgent), name));
});

function assertNoOverlap(words: readonly Word[]): void {
  for (const [index, word] of words.entries()) {
    const over = words.slice(index + 1).find(
      other =>
        Math.min(word.right, other.right) - Math.max(word.left, other.left) > 1 &&
        // Boxes span ascender to descender: those of neighbouring lines may touch, but not their letters.
        Math.min(word.bottom, other.bottom) - Math.max(word.top, other.top) > 3,
    );
    assert.equal(over, undefined, `“${word.text}” and “${over?.text}” overlap`);
  }
}

/** Finds the QR code's dark square in the lower left of the page and reads its modules. */
function readQrModules({ width, height, at }: PagePicture): boolean[][] {
  const dark: [number, number][] = [];
  for (let y = Math.floor(height * 0.77); y < height * 0.9; y += 1) {
    for (let x = 0; x < width * 0.25; x += 1) if (at(x, y) < 128) dark.push([x, y]);
  }
  const left = Math.min(...dark.map(([x]) => x));
  const right = Math.max(...dark.map(([x]) => x)) + 1;
  const top = Math.min(...dark.map(([, y]) => y));
  let finder = left;
  while (at(finder, top + 1) < 128) finder += 1;
  // A finder pattern is seven modules wide.
  const modules = Math.round(((right - left) * 7) / (finder - left));
  const size = (right - left) / modules;
  const middle = (index: number) => Math.floor((index + 0.5) * size);
  return Array.from({ length: modules }, (_, row) =>
    Array.from({ length: modules }, (__, column) => at(left + middle(column), top + middle(row)) < 128),
  );
}

async function linksOf(pdf: Uint8Array): Promise<string[]> {
  const document = await PDFDocument.load(pdf);
  const annotations = document.getPage(1).node.lookup(PDFName.of('Annots'), PDFArray);
  return annotations
    .asArray()
    .map((_, index) => annotations.lookup(index, PDFDict))
    .filter(annotation => annotation.get(PDFName.of('Subtype')) === PDFName.of('Link'))
    .map(annotation => {
      const uri = annotation.lookup(PDFName.of('A'), PDFDict).lookup(PDFName.of('URI'), PDFHexString);
      return Buffer.from(uri.asBytes()).toString('latin1');
    });
}

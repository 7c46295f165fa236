import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { der, readCertificate, TAG } from '@sign-session/certificates';
import {
  checkPreparation,
  PreparationError,
  type PreparationContext,
  type PreparedSignature,
} from '../../../src/certificate/signing/prepared-signature.ts';
import { certificateDer } from '../../support/certificate-files.ts';
import { attribute, signingCertificate } from '../../../packages/testing/src/signing-preparation.ts';
import { prepareSignature, UPDATE, type Preparation } from '../../support/prepared-signature.ts';
import { twoSections } from '../../../packages/pdf-structure/test/attacked-file.ts';
import {
  contentOf,
  FORGED,
  previousSection,
  withUpdate,
} from '../../../packages/pdf-structure/test/update-files.ts';
import { onePagePdf, pagesPdf } from '../../support/small-pdf.ts';

const shown = onePagePdf('Contrato');
const FIELD = UPDATE[7] ?? '';
const CERTIFICATION =
  '[<< /Type /SigRef /TransformMethod /DocMDP /TransformParams << /Type /TransformParams /P 2 /V /1.2 >> >>]';
const PAGE = UPDATE[1000] ?? '';

/** A file with something else of the same length in it. */
function retold(file: Uint8Array, what: string, other: string): Uint8Array<ArrayBuffer> {
  const text = new TextDecoder('latin1').decode(file).replace(what, other);
  return Uint8Array.from(text, character => character.charCodeAt(0));
}

/** A file with what the service appends to one whose cross references are missing. */
function completed(start: string, added: string): Uint8Array<ArrayBuffer> {
  const text = `${start}\n${added}`;
  const rows = Array.from(
    text.matchAll(/^(\d+) 0 obj/gm),
    ({ index, 1: number }) => `${number} 1\n${String(index).padStart(10, '0')} 00000 n \n`,
  );
  const table = `xref\n0 1\n0000000000 65535 f \n${rows.join('')}trailer\n<< /Size 1002 /Root 1 0 R >>\n`;
  return Uint8Array.from(`${text}${table}startxref\n${text.length}\n%%EOF\n`, character =>
    character.charCodeAt(0),
  );
}

/** An update whose table is a stream: an object of its own number, which it does not list. */
function asStream(update: string, base: number, number: number): string {
  const head = update.slice(0, update.indexOf('xref\n'));
  const table = update.slice(head.length);
  const rows = [...table.matchAll(/^(\d+) 1\n(\d{10})/gm)];
  const hex = rows.map(([, , offset]) => `01${Number(offset).toString(16).padStart(8, '0')}`).join('');
  const data = (hex.match(/../g) ?? []).map(pair => String.fromCharCode(Number.parseInt(pair, 16))).join('');
  const index = rows.map(([, object]) => `${object} 1`).join(' ');
  const previous = /\/Prev (\d+)/.exec(table)?.[1];
  const entries = `/W [1 4 0] /Index [${index}] /Size ${number + 1} /Root 1 0 R /Prev ${previous}`;
  const object = `${number} 0 obj\n<< /Type /XRef ${entries} /Length ${data.length} >>\nstream\n${data}\nendstream\nendobj\n`;
  return `${head}${object}startxref\n${base + head.length}\n%%EOF\n`;
}

const enlarged = (update: string): string => update.replace('/Size 1002', '/Size 1100');

/** The signature with a `/Reference`. */
const stated = (reference: string) => ({
  8: (UPDATE[8] ?? '').replace('/Filter', `/Reference ${reference} /Filter`),
});

describe('checking what the service prepared', () => {
  let certificate: Uint8Array<ArrayBuffer>;
  before(() => {
    certificate = certificateDer('ecpf.pem');
  });

  /** The check that fails, or that all hold. */
  async function verdict(
    changes: Partial<Preparation> = {},
    after: Partial<PreparedSignature> = {},
    context: Partial<PreparationContext> = {},
  ): Promise<string> {
    const prepared = await prepareSignature({ base: shown, certificate, ...changes });
    return checkPreparation(
      { ...prepared, ...after },
      { shown, base: shown, certificate: readCertificate(certificate), ...context },
    ).then(
      () => 'all hold',
      (error: unknown) => {
        if (error instanceof PreparationError) return error.problem;
        throw error;
      },
    );
  }
  const withObjects = (objects: Readonly<Record<number, string>>) =>
    verdict({ objects: { ...UPDATE, ...objects } });

  it('lets through a signature and nothing else', async () => {
    assert.equal(await verdict(), 'all hold');
  });

  it('refuses a hash of other data', async () => {
    assert.equal(await verdict({}, { hashToSign: '0'.repeat(64) }), 'hash');
  });

  it('refuses an algorithm that is not the key’s', async () => {
    assert.equal(await verdict({}, { signatureAlgorithm: 'ECDSA-P256' }), 'algorithm');
  });

  it('refuses another document than the one shown', async () => {
    const other = onePagePdf('Contrafo');
    assert.equal(await verdict({ base: other }, {}, { base: other }), 'base');
    assert.equal(await verdict({}, {}, { base: shown.subarray(0, -1) }), 'base');
  });

  it('refuses data about other bytes', async () => {
    const zeros = attribute('1.2.840.113549.1.9.4', der(TAG.octetString, new Uint8Array(32)));
    const attributes: Preparation['attributes'] = ([type = zeros, , id = zeros]) => [type, zeros, id];
    assert.equal(await verdict({ attributes }), 'digest');
  });

  it('refuses data that names another certificate', async () => {
    const other = attribute('1.2.840.113549.1.9.16.2.47', signingCertificate(new Uint8Array(32)));
    const attributes: Preparation['attributes'] = ([type = other, digest = other]) => [type, digest, other];
    assert.equal(await verdict({ attributes }), 'certificate');
  });

  it('refuses attributes that are missing, twice, or of an unknown kind', async () => {
    assert.equal(await verdict({ attributes: all => all.slice(0, 2) }), 'attributes');
    assert.equal(await verdict({ attributes: all => all.slice(1) }), 'attributes');
    assert.equal(await verdict({ attributes: all => [...all, ...all.slice(1, 2)] }), 'attributes');
    const commitment = attribute('1.2.840.113549.1.9.16.2.16', der(TAG.sequence));
    assert.equal(await verdict({ attributes: all => [...all, commitment] }), 'attributes');
    const time = attribute(
      '1.2.840.113549.1.9.5',
      der(TAG.utcTime, new TextEncoder().encode('261120145803Z')),
    );
    assert.equal(await verdict({ attributes: all => [...all, time] }), 'all hold');
  });

  it('refuses a byte range that leaves out more than the hole', async () => {
    const { byteRange } = await prepareSignature({ base: shown, certificate });
    const [, start = 0, next = 0, rest = 0] = byteRange;
    for (const range of [
      [0, start - 1, next, rest],
      [0, start, next + 1, rest - 1],
      [0, start, next, rest - 1],
      [1, start - 1, next, rest],
      [0, 20, next, rest],
      [0, start],
    ]) {
      assert.equal(await verdict({}, { byteRange: range }), 'byteRange', range.join(' '));
    }
  });

  it('refuses a hole that holds something', async () => {
    assert.equal(await verdict({ alter: text => text.replace(/<0000/, '<1000') }), 'byteRange');
  });

  it('refuses changes to a page’s content, size and resources', async () => {
    const changes: Readonly<Record<number, string>>[] = [
      { 1001: '<< /Length 9 >>\nstream\nBT (X) ET\nendstream' },
      { 1000: PAGE.replace('1001 0 R', '9 0 R'), 9: '<< /Length 2 >>\nstream\nq \nendstream' },
      { 1000: PAGE.replace('[0 0 595 842]', '[0 0 595 100]') },
      { 1000: PAGE.replace('/F1 3 0 R', '/F1 9 0 R'), 9: '<< /Type /Font >>' },
      { 3: '<< /Type /Font /Subtype /Type1 /BaseFont /Symbol /Encoding /WinAnsiEncoding >>' },
      { 2: '<< /Type /Pages /Kids [1000 0 R 1000 0 R] /Count 2 >>' },
    ];
    for (const objects of changes)
      assert.equal(await withObjects(objects), 'update', JSON.stringify(objects));
  });

  it('refuses another content, however its stream is set off from the dictionary', async () => {
    const gaps = ['', '\n', '\r', '\f', '\0', '%x\n', '%endobj\r', ' '.repeat(45), '\n%\n%x\n\0 '];
    // Some readers look for the stream behind what they don't know.
    for (const gap of [...gaps, ' 0 ']) {
      const content = (text: string) => `<< /Length 6 >>${gap}stream\n(${text}) '\nendstream`;
      const base = retold(
        pagesPdf([{ text: 'Contrato' }], { objects: [content('1')] }),
        '1001 0 R',
        '10 0 R  ',
      );
      const objects = { ...UPDATE, 1000: PAGE.replace('1001 0 R', '10 0 R') };
      const expected = gap === ' 0 ' ? 'update' : 'all hold';
      assert.equal(await verdict({ base, objects }, {}, { base, shown: base }), expected);
      const other = { ...objects, 10: content('2') };
      const context = { base, shown: base };
      assert.equal(await verdict({ base, objects: other }, {}, context), 'update', JSON.stringify(gap));
    }
  });

  it('refuses a field, a signature or a form that is a stream as well', async () => {
    for (const number of [6, 7, 8]) {
      const object = `${UPDATE[number] ?? ''}%x\n\0stream\n\nendstream`;
      assert.equal(await withObjects({ [number]: object }), 'update', String(number));
    }
  });

  it('refuses texts of the service’s own wherever a reader could show them', async () => {
    const fine = '(Concordo com a multa de R$ 900.000,00)';
    const hex = `<${Buffer.from(`\ufeff${fine.slice(1, -1)}`, 'utf16le')
      .swap16()
      .toString('hex')}>`;
    const VALUE = UPDATE[8] ?? '';
    const changes: Readonly<Record<number, string>>[] = [
      ...[
        fine,
        hex,
        '(Signature1 )',
        '(Signature900000)',
        '(Signature1.Signature1)',
        '()',
        '/Signature1',
      ].map(name => ({ 7: FIELD.replace('(Signature1)', name) })),
      { 7: FIELD.replace('/T (Signature1)', '') },
      { 7: FIELD.replace('/Type /Annot', `/Type ${fine}`) },
      { 7: FIELD.replace('/F 132', `/F ${fine}`) },
      { 7: FIELD.replace('/P 1000 0 R', `/P ${fine}`) },
      ...['TU', 'TM', 'MK', 'Contents', 'DA', 'NM', 'Lock'].map(key => ({
        7: FIELD.replace('/T ', `/${key} ${fine} /T `),
      })),
      ...[
        'Reason',
        'Location',
        'ContactInfo',
        'Name',
        'Prop_Build',
        'Prop_AuthType',
        'Cert',
        'R',
        'Changes',
      ].map(key => ({ 8: VALUE.replace('/Filter', `/${key} ${fine} /Filter`) })),
      ...[fine, '(D:20261120145803Z900000)', '(D:20261120145803 R$ 9)', '(D:2026112014580390000000)'].map(
        time => ({
          8: VALUE.replace('/Filter', `/M ${time} /Filter`),
        }),
      ),
      { 8: VALUE.replace('/Adobe.PPKLite', '/Concordo#20com#20a#20multa') },
      { 8: VALUE.replace('/ETSI.CAdES.detached', '/Concordo') },
      { 8: VALUE.replace('/Type /Sig', '/Type /Concordo') },
    ];
    for (const objects of changes) {
      for (const [number, object] of Object.entries(objects).slice(0, 1))
        assert.notEqual(object, UPDATE[Number(number)], JSON.stringify(objects));
      assert.equal(await withObjects(objects), 'update', JSON.stringify(objects));
    }
    for (const name of ['SignSessionSignature', 'SignSessionSignature2', 'SignSessionSeal', 'Signature12']) {
      const utf16 = Buffer.from(`\ufeff${name}`, 'utf16le').swap16().toString('hex');
      for (const written of [`(${name})`, `<${utf16}>`])
        assert.equal(await withObjects({ 7: FIELD.replace('(Signature1)', written) }), 'all hold', written);
    }
    for (const time of ['20261120145803Z', "20261120145803-03'00'", "20261120145803-03'00"])
      assert.equal(await withObjects({ 8: VALUE.replace('/Filter', `/M (D:${time}) /Filter`) }), 'all hold');
  });

  it('lets an update have an identifier of its own behind the document’s', async () => {
    const [first, second, third] = ['a', 'b', 'c'].map(digit => `<${digit.repeat(32)}>`);
    const base = retold(shown, '/Root 1 0 R', `/Root 1 0 R /ID [${first} ${second}]`);
    const context = { base, shown: base };
    const identified = (id: string) =>
      verdict({ base, alter: text => text.replace('/Root 1 0 R', `/Root 1 0 R ${id}`) }, {}, context);
    assert.equal(await identified(''), 'all hold');
    assert.equal(await identified(`/ID [${first} ${second}]`), 'all hold');
    assert.equal(await identified(`/ID [${first} ${third}]`), 'all hold');
    assert.equal(await identified(`/ID [${third} ${second}]`), 'update');
    assert.equal(await identified(`/ID [${first}]`), 'update');
    assert.equal(await identified(`/ID [${first} (Concordo)]`), 'update');
    assert.equal(await identified(`/ID [${first} ${third} ${third}]`), 'update');
    assert.equal(await identified('/Concordo (com a multa)'), 'update');
  });

  it('refuses whatever else a catalogue, a form and a field can hold', async () => {
    const changes: Readonly<Record<number, string>>[] = [
      { 1: '<< /Type /Catalog /Pages 9 0 R /AcroForm 6 0 R >>', 9: '<< /Type /Pages /Kids [] /Count 0 >>' },
      { 1: '<< /Type /Catalog /Pages 2 0 R /AcroForm 6 0 R /OpenAction << /S /JavaScript >> >>' },
      { 6: '<< /Fields [7 0 R] /SigFlags 3 /NeedAppearances true >>' },
      { 7: FIELD.replace('[0 0 0 0]', '[0 0 300 300]') },
      { 7: FIELD.replace('/F 132', '/F 132 /AP << /N 9 0 R >>') },
      { 7: FIELD.replace('/FT /Sig', '/FT /Tx') },
      { 7: FIELD.replace('/F 132', '/F 132 /F 132') },
      { 8: (UPDATE[8] ?? '').replace('/Filter', '/Reference [] /Filter') },
      { 9: '<< /Type /Annot >>' },
    ];
    for (const objects of changes)
      assert.equal(await withObjects(objects), 'update', JSON.stringify(objects));
  });

  it('takes the certification of ICP-Brasil’s form, and no other', async () => {
    assert.equal(await withObjects(stated(CERTIFICATION)), 'all hold');
    for (const [text, other] of [
      ['/P 2', '/P 1'],
      ['/P 2', '/P 3'],
      ['/P 2 ', ''],
      ['/V /1.2', '/V /1.3'],
      ['/DocMDP', '/FieldMDP'],
      ['/DocMDP', '/DocMDP /DigestMethod /MD5'],
      ['/DocMDP', '/DocMDP /Data 3 0 R'],
      ['/P 2', '/P 2 /Action /All'],
      [']', `${CERTIFICATION.slice(1, -1)} ]`],
    ] as const) {
      const reference = CERTIFICATION.replace(text, other);
      assert.equal(await withObjects(stated(reference)), 'update', reference);
    }
    const elsewhere = { ...stated('9 0 R'), 9: CERTIFICATION };
    assert.equal(await withObjects(elsewhere), 'update');
    assert.equal(
      await withObjects({
        1: `<< /Type /Catalog /Pages 2 0 R /AcroForm 6 0 R /Perms << /DocMDP 8 0 R >> >>`,
      }),
      'update',
    );
  });

  it('refuses what only some readers would see', async () => {
    const content = '<< /Length 9 >>\nstream\nBT (X) ET\nendstream\nendobj\n';
    for (const head of ['1001 0 obj', '1001%x\n0 obj', '1001 0obj']) {
      assert.equal(await verdict({ unlisted: `${head}\n${content}` }), 'update', head);
    }
    for (const [pattern, replacement] of [
      // The page and its content are not below the size.
      [/\/Size 1002/, '/Size 9'],
      [/\/Size 1002 /, ''],
      [/\/Root 1 0 R/, '/Root 2 0 R'],
      [/\/Prev \d+/, '/Prev 0'],
      // The form's place is before the end of the document.
      [/(\n6 1\n)\d{10}/, '$10000000009'],
    ] as const) {
      assert.equal(await verdict({ alter: text => text.replace(pattern, replacement) }), 'update');
    }
  });

  it('refuses an added section that lists another page under a number of its own', async () => {
    const { between } = twoSections(shown);
    const objects = { ...UPDATE, 5000: '<< /Type /XRef >>' };
    const filler = `%${'x'.repeat(70_000)}\n`;
    const changes: ((text: string) => string)[] = [
      text => text,
      text => text + filler,
      text => text.replace('1 0 obj', '1 1 obj'),
      text => text.replace('1000 0 obj', '1000 1 obj'),
      text => text.replace('1000 0 obj', '1000 1 obj').replace(/(1000 1\n\d{10}) 00000/, '$1 00001'),
    ];
    for (const change of changes) {
      const alter = (text: string) => change(text).replace('/Size 1002', '/Size 5001');
      const context = { shown, base: between };
      assert.equal(await verdict({ base: between, objects, alter }, {}, context), 'update', String(change));
    }
    for (const alter of changes.slice(1)) assert.equal(await verdict({ alter }), 'update', String(alter));
  });

  it('refuses whatever else readers may read in two ways', async () => {
    const content = '<< /Length 9 0 R >>\nstream\nBT (X) ET\nendstream\nendobj\n9 0 obj\n9';
    assert.equal(await withObjects({ 1001: content }), 'update');
    for (const [pattern, replacement] of [
      ['/Root 1 0 R', '/Root 1 7 R'],
      ['/Root 1 0 R', '/Root 1 0 R /XRefStm 9'],
      ['/Root 1 0 R', '/Root 1 0 R /Root 1 0 R'],
      [/(\n6 1\n\d{10}) 00000/, '$1 00001'],
      ['\n7 0 obj', '\n7 %\n0 obj'],
      ['%%EOF\n', '%%EOF\n%\n'],
      ['startxref', 'trailer\n<< /Root 2 0 R >>\nstartxref'],
    ] as const) {
      const alter = (text: string) => text.replace(pattern, replacement);
      assert.equal(await verdict({ alter }), 'update', String(pattern));
    }
  });

  it('refuses a shown document in which readers may find two', async () => {
    const twice = retold(shown, '/MediaBox [0 0 595 842]', '/Rotate 9/Rotate 0      ');
    assert.equal(await verdict({ base: twice }, {}, { base: twice, shown: twice }), 'update');
    const far = Uint8Array.from([...shown, ...new TextEncoder().encode(`%${'x'.repeat(2000)}\n`)]);
    const alter = (text: string) => text.replace('/Prev undefined', `/Prev ${previousSection(shown)}`);
    assert.equal(await verdict({ base: far, alter }, {}, { base: far, shown: far }), 'update');
  });

  it('refuses a shown document with a reference to a missing object, and another one that is not listed', async () => {
    const other = contentOf(FORGED);
    // Poppler searches the file for the missing object, and shows the last content that it finds.
    for (const [missing, hidden, expected] of [
      ['/Group 9 0 R', `1001 0 obj\n${other}\nendobj\n`, 'update'],
      ['/Group 9 0 R', '', 'all hold'],
      // pdf.js searches for other faults as well.
      ['', `1001 0 obj\n${other}\nendobj\n`, 'update'],
    ] as const) {
      const base = withUpdate(pagesPdf([{ text: 'Contrato', entries: missing }]), { unlisted: hidden });
      const objects = { ...UPDATE, 1000: PAGE.replace('/Annots', `${missing} /Annots`) };
      assert.equal(
        await verdict({ base, objects, alter: enlarged }, {}, { base, shown: base }),
        expected,
        missing,
      );
    }
  });

  it('refuses more than cross references behind a shown document that lacks them', async () => {
    const text = new TextDecoder('latin1').decode(pagesPdf([{ text: 'Contrato', entries: '/Group 50 0 R' }]));
    const objects = text.slice(0, text.lastIndexOf('xref\n0'));
    const trailer = 'trailer\n<< /Root 1 0 R >>\n';
    const added = '50 0 obj\n<< >>\nendobj\n';
    // pdf.js takes this for cross references.
    const stream =
      '9 0 obj\n<< /Is /XRef /W [1 1 1] /Index [50 1] /Length 3 >>\nstream\n\x02\x0a\0\nendstream\nendobj\n';
    const front = objects.replace('%PDF-1.7\n', '%PDF-1.7\n9 0 obj\n<< /Linearized 1 /L 1 >>\nendobj\n');
    for (const [start, between, expected] of [
      [objects + trailer, '', 'all hold'],
      [objects + trailer, added, 'update'],
      [objects, '', 'update'],
      [objects, added, 'update'],
      [objects + stream + trailer, '', 'update'],
      [front + trailer, '', 'update'],
    ] as const) {
      const base = completed(start, between);
      const page = PAGE.replace('/Annots', '/Group 50 0 R /Annots');
      const context = { base, shown: base.subarray(0, start.length) };
      const changes = { base, objects: { ...UPDATE, 1000: page }, alter: enlarged };
      assert.equal(await verdict(changes, {}, context), expected, start.slice(objects.length) + between);
    }
  });

  it('refuses texts in a signature and a field, such as a reason', async () => {
    for (const text of [
      '/Reason (I owe)',
      '/Location (I owe)',
      '/Name (I owe)',
      '/Prop_Build << /App (I owe) >>',
    ])
      assert.equal(
        await withObjects({ 8: (UPDATE[8] ?? '').replace('/Filter', `${text} /Filter`) }),
        'update',
      );
    assert.equal(await withObjects({ 7: FIELD.replace('/T', '/TU (I owe) /T') }), 'update');
  });

  it('refuses cross references in the place of an object', async () => {
    for (const [number, expected] of [
      [1500, 'all hold'],
      [1001, 'update'],
    ] as const) {
      const alter = (text: string) => asStream(text, shown.length, number);
      assert.equal(await verdict({ alter }), expected, String(number));
    }
  });

  it('lets a list of annotations grow, and no list of contents', async () => {
    for (const [key, expected] of [
      ['Annots', 'all hold'],
      ['Contents', 'update'],
    ] as const) {
      const base =
        key === 'Annots'
          ? pagesPdf([{ entries: '/Annots 10 0 R' }], { objects: ['[]'] })
          : retold(pagesPdf([{}], { objects: ['[1001 0 R]'] }), '/Contents 1001 0 R', '/Contents 10 0 R  ');
      const list = key === 'Annots' ? '[7 0 R]' : '[1001 0 R 7 0 R]';
      const { 1000: page, ...objects } = UPDATE;
      assert.ok(page);
      const changed = { objects: { ...objects, 10: list }, base };
      assert.equal(await verdict(changed, {}, { base, shown: base }), expected, key);
    }
  });

  it('refuses to fill a gap that a page already names', async () => {
    const gap = retold(shown, '/Contents 1001 0 R', '/Contents 9999 0 R');
    const objects = {
      ...UPDATE,
      1000: PAGE.replace('1001 0 R', '9999 0 R'),
      9999: '<< /Type /ObjStm /N 0 /First 0 /Length 9 >>\nstream\nBT (X) ET\nendstream',
    };
    assert.equal(await verdict({ base: gap, objects }, {}, { base: gap, shown: gap }), 'update');
  });

  it('refuses a signature in the place of a gap', async () => {
    const base = pagesPdf([{ text: 'Contrato', entries: '/Group 8 0 R' }]);
    const page = PAGE.replace('/Annots', ' /Group 8 0 R /Annots');
    const objects = { ...UPDATE, 1000: page };
    assert.equal(await verdict({ base, objects }, {}, { base, shown: base }), 'update');
    const other = pagesPdf([{ text: 'Contrato', entries: '/Group 9 0 R' }]);
    const same = { ...objects, 1000: page.replace('8 0 R', '9 0 R') };
    assert.equal(
      await verdict({ base: other, objects: same }, {}, { base: other, shown: other }),
      'all hold',
    );
  });
});

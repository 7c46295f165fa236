import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { after, before, describe, it } from 'node:test';
import { build } from 'esbuild';
import { readCertificate } from '@sign-session/certificates';
import type { checkPreparation } from '../../../src/certificate/signing/prepared-signature.ts';
import { bytesToSign, signedAttributes } from '../src/cms/signed-data.ts';
import { inspectPdf } from '../src/pdf/inspect-pdf.ts';
import { prepareUpdate } from '../src/pdf/sealable-update.ts';
import { OLDER_VERSION, openOlderSources, withoutOlderService } from './support/older-service.ts';
import { readPdf, testIdentity } from './support/sealing.ts';
import { pdfAsset } from './support/tools.ts';

const FOLDERS = ['own', 'qpdf', 'pdfium', 'pdf20'];
const SIGNED_AT = new Date('2026-11-20T14:58:03Z');

type Check = typeof checkPreparation;

/** A file that can be signed, the first time and again, as the service prepares it. */
async function preparations(name: string) {
  const identity = await testIdentity();
  const [certificate = new Uint8Array()] = identity.chain;
  const shown = new Uint8Array(readPdf(name));
  if (
    !(await inspectPdf(shown).then(
      () => true,
      () => false,
    ))
  )
    return [];
  const prepare = async (base: Uint8Array<ArrayBuffer>, identifier: Uint8Array) => {
    const update = await prepareUpdate(base, { signedAt: SIGNED_AT, cmsBytes: 256, identifier });
    const { messageDigest, appended, byteRange } = update;
    const dataToSign = bytesToSign(signedAttributes({ messageDigest, certificate }));
    const hashToSign = createHash('sha256').update(dataToSign).digest('hex');
    const prepared = { hashToSign, signatureAlgorithm: 'RSASSA-PKCS1-v1_5', dataToSign, appended, byteRange };
    const subject = { shown, base, certificate: readCertificate(new Uint8Array(certificate)) };
    return { prepared, subject };
  };
  const first = await prepare(shown, new Uint8Array(16).fill(0xa1));
  const base = new Uint8Array([...shown, ...first.prepared.appended]);
  return [first, await prepare(base, new Uint8Array(16).fill(0xb2))];
}

describe(`the widget of ${OLDER_VERSION}`, { skip: withoutOlderService() }, () => {
  let older: Awaited<ReturnType<typeof openOlderSources>>;
  let check: Check;
  before(async () => {
    older = await openOlderSources();
    const outfile = path.join(older.root, 'widget.mjs');
    const source = path.join(older.root, 'src/certificate/signing/prepared-signature.ts');
    await build({ entryPoints: [source], outfile, bundle: true, format: 'esm', platform: 'node' });
    const module: { checkPreparation: Check } = await import(pathToFileURL(outfile).href);
    check = module.checkPreparation;
  });
  after(() => older.remove());

  for (const folder of FOLDERS)
    it(`goes on signing what it signed: ${folder}`, async () => {
      let signed = 0;
      for (const file of readdirSync(pdfAsset(folder)).filter(each => each.endsWith('.pdf')))
        for (const { prepared, subject } of await preparations(`${folder}/${file}`)) {
          const message = await check(prepared, subject).then(() => 'signs', String);
          assert.equal(message, 'signs', file);
          signed += 1;
        }
      assert.ok(signed > 1);
    });
});

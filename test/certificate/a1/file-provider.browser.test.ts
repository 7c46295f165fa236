import { expect } from '@open-wc/testing';
import { readCertificate } from '@sign-session/certificates';
import { FileProvider } from '../../../src/certificate/a1/file-provider.ts';
import { CertificateError } from '../../../src/certificate/provider.ts';
import { signatureHolds } from '../../../src/certificate/signing/prepared-signature.ts';
import { assetFolder, assetSource } from '../../../src/assets/asset-source.ts';
import { withIndefiniteLengths } from '../../support/indefinite-lengths.ts';
import { testAsset } from '../../support/runner-page.ts';

const PASSWORD = 'Senha#123';
const FILES: Readonly<Record<string, string>> = {
  '3des-3des-sha1.p12': PASSWORD,
  'legacy-rc2_40-3des-sha1.p12': PASSWORD,
  'rc2_40-rc2_40-sha1.p12': PASSWORD,
  'aes128-sha1mac.p12': PASSWORD,
  'modern-default.p12': PASSWORD,
  'modern-100k.p12': PASSWORD,
  'modern-ec.p12': PASSWORD,
  'modern-utf8.p12': 'çãõ-Sénha€',
  'legacy-emptypw.p12': '',
  'nomac.p12': PASSWORD,
  'ecnpj-modern.p12': PASSWORD,
  'rfc9579/rfc9579-a1.p12': '1234',
  'rfc9579/rfc9579-a2.p12': '1234',
  'rfc9579/rfc9579-a3.p12': '1234',
};
const { signal } = new AbortController();
const MESSAGE = new TextEncoder().encode('Contrato');

const file = (name: string): Promise<Uint8Array<ArrayBuffer>> => testAsset(`certificates/${name}`);

describe('certificates from a file', () => {
  let provider: FileProvider;

  beforeEach(() => {
    provider = new FileProvider(assetSource(undefined));
  });
  afterEach(() => provider?.dispose());

  const problem = (bytes: Uint8Array<ArrayBuffer>, password: string): Promise<string> =>
    provider.open(new Blob([bytes]), password, signal).then(
      () => 'opened',
      (error: unknown) => (error instanceof CertificateError ? error.message : String(error)),
    );

  for (const [name, password] of Object.entries(FILES)) {
    it(`opens ${name}, signs with it, and knows a wrong password`, async () => {
      const bytes = await file(name);
      expect(await problem(bytes, `${password}x`)).to.equal('WRONG_PASSWORD');
      for (const form of [bytes, withIndefiniteLengths(bytes)]) {
        await provider.open(new Blob([form]), password, signal);
        const [listed] = await provider.list();
        expect(listed).to.deep.equal({ id: '0' });
        const [leaf] = await provider.chain('0');
        const signature = await provider.sign('0', MESSAGE.slice(), 'SHA-256', signal);
        expect(await signatureHolds(readCertificate(leaf ?? new Uint8Array()), MESSAGE, signature)).to.equal(
          true,
        );
      }
    });
  }

  it('tells a damaged file, one of another kind, and one that is too large', async () => {
    const bytes = await file('modern-default.p12');
    expect(await problem(bytes.slice(0, -20), PASSWORD)).to.equal('MALFORMED (damaged)');
    expect(await problem(new TextEncoder().encode('%PDF-1.7'), PASSWORD)).to.equal('MALFORMED (not-pkcs12)');
    expect(await problem(new Uint8Array(256 * 1024 + 1), PASSWORD)).to.equal('MALFORMED (too-large)');
  });

  it('stops at once when it is no longer wanted, and opens another file afterwards', async () => {
    const abort = new AbortController();
    const bytes = await file('modern-100k.p12');
    const opening = provider.open(new Blob([bytes]), PASSWORD, abort.signal);
    abort.abort(new Error('No longer'));
    expect(await opening.catch((error: unknown) => String(error))).to.equal('Error: No longer');
    expect(await problem(bytes, PASSWORD)).to.equal('opened');
  });

  it('is at an end after dispose', async () => {
    await provider.open(new Blob([await file('modern-default.p12')]), PASSWORD, signal);
    provider.dispose();
    expect(await provider.list()).to.deep.equal([]);
    const signing = provider.sign('0', MESSAGE.slice(), 'SHA-256', signal);
    expect(await signing.catch((error: unknown) => String(error))).to.contain('DEVICE_ABSENT');
  });

  it('says when its worker can’t be loaded', async () => {
    provider = new FileProvider(assetFolder(`${location.origin}/nowhere/`));
    const starting = provider.init(signal);
    expect(await starting.catch((error: unknown) => String(error))).to.contain('UNSUPPORTED (worker)');
  });

  it('never keeps the page from drawing for longer than 50 ms while it works', async function () {
    if (!PerformanceObserver.supportedEntryTypes.includes('longtask')) return this.skip();
    await provider.init(signal);
    const tasks: number[] = [];
    const observer = new PerformanceObserver(list =>
      tasks.push(...list.getEntries().map(({ duration }) => duration)),
    );
    observer.observe({ type: 'longtask' });
    await provider.open(new Blob([await file('modern-100k.p12')]), PASSWORD, signal);
    await provider.sign('0', MESSAGE.slice(), 'SHA-256', signal);
    tasks.push(...observer.takeRecords().map(({ duration }) => duration));
    observer.disconnect();
    expect(tasks).to.deep.equal([]);
  });
});

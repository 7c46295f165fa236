import { expect } from '@open-wc/testing';
import { stub } from 'sinon';
import type { SignRedirectEvent } from '../../src/index.ts';
import type { Locale } from '../../src/i18n/locales.ts';
import { wordsOf } from '../gallery/words.ts';
import { MountedSession, until } from '../support/mounted-session.ts';
import { usePageClock } from '../support/page-clock.ts';
import { ScriptedService } from '../support/scripted-service.ts';
import { LOCALES } from '../support/translators.ts';

let service: ScriptedService;
let signer: MountedSession | undefined;

async function open(overrides: Record<string, unknown>, properties = {}): Promise<MountedSession> {
  service = await new ScriptedService().start({ document: null, ...overrides });
  signer = MountedSession.mount(service, properties);
  await signer.shows('outcome');
  return signer;
}

/** What identifies the signature, folded. */
async function facts(mounted: MountedSession): Promise<HTMLDetailsElement> {
  const part = () => mounted.root.querySelector('sign-session-outcome-details')?.shadowRoot;
  return until(() => part()?.querySelector('details'), 'the evidence');
}

const COMPLETED = {
  status: 'COMPLETED',
  completedAt: '2026-11-20T14:58:00Z',
  evidenceId: 'ev_01JD8K3V9Q7',
  verifierUrl: 'https://service.test/verify/ev_01JD8K3V9Q7',
  downloadUrl: 'https://service.test/signed.pdf',
};

const RECEIPT = 'eyJh.eyJp.c2ln';

/** Every end of a session: how the service says it, what the host page hears, which words the signer reads. */
const ENDS = [
  [COMPLETED, 'sign-completed', 'completed'],
  [{ status: 'CANCELLED', cancelledBy: 'signer' }, 'sign-declined', 'declined'],
  [{ status: 'CANCELLED', cancelledBy: 'integrator' }, 'sign-failed', 'cancelled'],
  [{ status: 'EXPIRED' }, 'sign-expired', 'expired'],
  [{ status: 'FAILED', failure: { reason: 'FINALIZATION_FAILED' } }, 'sign-failed', 'failed'],
] as const;

describe('the outcome', () => {
  const whileTimePasses = usePageClock();

  afterEach(() => {
    signer?.remove();
    service.stop();
  });

  for (const [overrides, event, words] of ENDS) {
    for (const locale of ['pt-BR', 'en', 'es'] satisfies Locale[]) {
      it(`of a session that is ${words} has its own words and event, also after a reload (${locale})`, async () => {
        const mounted = await open({ ...overrides, locale });
        await mounted.says(wordsOf(locale).end.t(`${words}.heading`));
        await mounted.hears(event);
        expect(mounted.events.filter(name => name.startsWith('sign-error'))).to.deep.equal([]);
        expect(mounted.root.querySelector('footer')?.textContent).to.contain(LOCALES[locale]['frame.ended']);
      });
    }
  }

  it('of a completed session shows the evidence, its code, the download and the check', async () => {
    const mounted = await open({ ...COMPLETED, locale: 'en' });
    await mounted.says('ev_01JD8K3V9Q7');
    expect(mounted.control('Download signed document').getAttribute('href')).to.equal(COMPLETED.downloadUrl);
    expect(mounted.control('Check the signature').getAttribute('href')).to.equal(COMPLETED.verifierUrl);
    const details = await facts(mounted);
    expect(details.open, 'folded').to.equal(false);
    details.open = true;
    const qr = await until(() => details.querySelector('svg.qr path'), 'the QR code');
    expect(qr.getAttribute('d')?.length).to.be.greaterThan(500);
  });

  it('shows no QR code on a phone, which can’t scan its own screen', async () => {
    const asked: string[] = [];
    const media = stub(globalThis, 'matchMedia').callsFake(query => {
      asked.push(query);
      return media.wrappedMethod.call(globalThis, query.includes('coarse') ? 'all' : query);
    });
    try {
      const mounted = await open({ ...COMPLETED, locale: 'en' });
      await mounted.says('ev_01JD8K3V9Q7');
      const details = await facts(mounted);
      details.open = true;
      await until(() => asked.some(query => query.includes('coarse')), 'the question');
      await mounted.element.updateComplete;
      expect(details.querySelector('svg.qr')).to.equal(null);
      expect(mounted.control('Check the signature').getAttribute('href')).to.equal(COMPLETED.verifierUrl);
    } finally {
      media.restore();
    }
  });

  it('names the document, and tells the first of three signers who has yet to sign', async () => {
    const mounted = await open({
      ...COMPLETED,
      locale: 'pt-BR',
      document: { filename: 'contrato.pdf' },
      envelope: {
        signerIndex: 1,
        totalSigners: 3,
        completedSessions: 1,
        signers: [
          { signerIndex: 1, signedAt: COMPLETED.completedAt },
          { signerIndex: 2 },
          { signerIndex: 3 },
        ],
      },
    });
    await mounted.says('Você assinou. Faltam 2 pessoas.');
    await mounted.says('contrato.pdf');
    await mounted.says(/Você Assinou em .* 2ª pessoa Falta assinar 3ª pessoa Falta assinar/);
    await mounted.says('O documento final fica pronto quando todos tiverem assinado.');
  });

  it('shows the digest that was signed', async () => {
    service = await new ScriptedService().start({ locale: 'en' });
    signer = MountedSession.mount(service);
    await signer.readyToSign();
    signer.submit();
    await signer.says(/Hash of the original file \(SHA-256\) [0-9a-f]{64}/);
  });

  for (const [locale, original, signed] of [
    ['pt-BR', 'Hash do arquivo original (SHA-256)', 'Hash do arquivo assinado (SHA-256)'],
    ['en', 'Hash of the original file (SHA-256)', 'Hash of the signed file (SHA-256)'],
    ['es', 'Hash del archivo original (SHA-256)', 'Hash del archivo firmado (SHA-256)'],
  ] as const) {
    it(`names the hash of the original and of the signed file (${locale})`, async () => {
      const document = { hash: `sha256:${'0a'.repeat(32)}`, signedHash: `sha256:${'1b'.repeat(32)}` };
      const mounted = await open({ ...COMPLETED, locale, document });
      await mounted.says(`${original} ${'0a'.repeat(32)}`);
      await mounted.says(`${signed} ${'1b'.repeat(32)}`);
    });
  }

  it('goes back to the site with the session’s id and status, unless the host page does it', async () => {
    const mounted = await open({ ...COMPLETED, locale: 'en', returnUrl: 'https://site.example/done?a=1' });
    const redirect = new Promise<SignRedirectEvent>(resolve => {
      mounted.element.addEventListener('sign-redirect', event => {
        event.preventDefault();
        resolve(event);
      });
    });
    mounted.control('Back to the site').click();
    expect((await redirect).url).to.equal(
      'https://site.example/done?a=1&sessionId=ss_test&status=COMPLETED&session_id=ss_test',
    );
  });

  it('brings the receipt to the page with the event of every end', async () => {
    for (const [overrides, type] of ENDS) {
      const heard = new Promise<Event>(resolve => {
        document.addEventListener(type, resolve, { once: true });
      });
      const mounted = await open({ ...overrides, receipt: RECEIPT });
      const event = await heard;
      expect('receipt' in event && event.receipt, type).to.equal(RECEIPT);
      mounted.remove();
      service.stop();
    }
  });

  for (const [returnUrl, address] of [
    [
      'https://site.example/done',
      `?sessionId=ss_test&status=COMPLETED&session_id=ss_test#sign_session_receipt=${RECEIPT}`,
    ],
    ['https://site.example/done#/orders', '?sessionId=ss_test&status=COMPLETED&session_id=ss_test#/orders'],
  ] as const) {
    it(`brings the receipt to ${returnUrl} where nothing else stands in its place`, async () => {
      const mounted = await open({ ...COMPLETED, locale: 'en', returnUrl, receipt: RECEIPT });
      const redirect = new Promise<SignRedirectEvent>(resolve => {
        mounted.element.addEventListener('sign-redirect', event => {
          event.preventDefault();
          resolve(event);
        });
      });
      mounted.control('Back to the site').click();
      expect((await redirect).url).to.equal(`https://site.example/done${address}`);
    });
  }

  it('goes back by itself after five seconds with redirect="auto", and the signer can stop that', async () => {
    const openAndSign = async (): Promise<MountedSession> => {
      service = await new ScriptedService().start({ locale: 'en', returnUrl: 'https://site.example/done' });
      signer = MountedSession.mount(service, { redirect: 'auto' });
      await signer.readyToSign();
      signer.submit();
      await signer.shows('outcome');
      return signer;
    };
    const mounted = await openAndSign();
    mounted.element.addEventListener('sign-redirect', event => event.preventDefault());
    await mounted.says('You will return to the site in 5 seconds.');
    await whileTimePasses(mounted.says('You will return to the site in 3 seconds.'));
    mounted.control('Stay on this page').click();
    await until(() => !mounted.text.includes('You will return to the site'), 'the countdown to go');
    mounted.remove();
    service.stop();
    const other = await openAndSign();
    other.element.addEventListener('sign-redirect', event => event.preventDefault());
    await whileTimePasses(other.hears('sign-redirect'));
  });

  it('keeps who comes back to a session that has ended: they come for their copy', async () => {
    const overrides = { ...COMPLETED, locale: 'en', returnUrl: 'https://site.example/done' };
    const mounted = await open(overrides, { redirect: 'auto' });
    await mounted.says('Back to the site');
    expect(mounted.text).not.to.contain('You will return');
    expect(mounted.events).not.to.include('sign-redirect');
  });

  it('offers no way to an address that must not be opened', async () => {
    const mounted = await open({
      ...COMPLETED,
      locale: 'en',
      returnUrl: 'javascript:alert(1)',
      verifierUrl: 'data:x',
    });
    expect(mounted.text).not.to.contain('Back to the site');
    expect(mounted.text).not.to.contain('Check the signature');
  });
});

import { expect } from '@open-wc/testing';
import { readCertificate } from '@sign-session/certificates';
import { fromBase64 } from '../../src/certificate/base64.ts';
import { FileProvider } from '../../src/certificate/a1/file-provider.ts';
import type { CertificateProvider } from '../../src/certificate/provider.ts';
import { signatureHolds } from '../../src/certificate/signing/prepared-signature.ts';
import { assetSource } from '../../src/assets/asset-source.ts';
import type { WebPkiClass } from '../../src/certificate/web-pki.ts';
import { accessibilityViolations } from '../support/axe.ts';
import { openCertificate } from '../support/certificate-form.ts';
import { MountedSession, until } from '../support/mounted-session.ts';
import { prepareSignature, UPDATE, type Preparation } from '../support/prepared-signature.ts';
import { testAsset } from '../support/runner-page.ts';
import { BASE_URL, json, problem, ScriptedService, type Answer } from '../support/scripted-service.ts';
import { webPkiStandIn, type Token, type WebPkiScript } from '../support/web-pki.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const PASSWORD = 'Senha#123';
const HOLDER = 'Matches the signer MARIA DA SILVA TESTE CPF 529.982.247-25 · e-CPF A1';
/** The certificates are of the end of 2026: the service's clock stands there. */
const SESSION = {
  locale: 'en',
  serverTime: '2026-12-01T12:00:00Z',
  expiresAt: '2026-12-01T13:00:00Z',
  steps: [{ stepId: 'st_1', type: 'DIGITAL_SIGN_A1', status: 'PENDING', order: 1, attempts: 0 }],
};

const FILES = [
  'modern-default.p12',
  'modern-100k.p12',
  'modern-ec.p12',
  'legacy-rc2_40-3des-sha1.p12',
  'ecnpj.pem',
] as const;
type FileName = (typeof FILES)[number];

/** Fetched before the scripted service takes `fetch` over. */
const files = new Map<string, Bytes>();

function certificateFile(name: FileName): Bytes {
  return files.get(name)?.slice() ?? new Uint8Array();
}

function certificateDer(name: FileName): Bytes {
  const pem = new TextDecoder().decode(certificateFile(name));
  return fromBase64(pem.replaceAll(/-----[^-]+-----|\s/g, ''));
}

/** Web PKI as a host page has it that bundles it. */
const inThisPage = (library: WebPkiClass): WebPkiClass | string => library;

function base64(bytes: Bytes): string {
  return btoa(String.fromCharCode(...bytes));
}

describe('signing with a certificate', () => {
  let service: ScriptedService;
  let signer: MountedSession;

  before(async () => {
    for (const name of FILES) files.set(name, await testAsset(`certificates/${name}`));
  });
  afterEach(() => {
    signer?.remove();
    service?.stop();
    localStorage.removeItem('sign-session-certificate-source');
  });

  async function open(properties: Parameters<typeof MountedSession.mount>[1] = {}): Promise<void> {
    service = await new ScriptedService().start(SESSION);
    signer = MountedSession.mount(service, properties);
    await signer.shows('certificate');
    await signer.hears('sign-ready');
  }

  /** The screen alone: enough where nothing is signed. */
  async function openScreen(): Promise<void> {
    service = await new ScriptedService().start({ ...SESSION, document: null });
    signer = MountedSession.mount(service);
    await signer.shows('certificate');
  }

  const form = () => signer.screen?.shadowRoot?.querySelector('sign-session-certificate-file')?.shadowRoot;
  const input = (id: string) => until(() => form()?.querySelector<HTMLInputElement>(`#${id}`), id);
  const opens = (name: FileName, password = PASSWORD, bytes = certificateFile(name)) =>
    openCertificate(signer, new File([bytes], name), password);

  const complains = (words: string) =>
    until(() => form()?.textContent?.replaceAll(/\s+/g, ' ').includes(words), `“${words}”`);

  /** The service's answer to `prepare_signing`, for the certificate it is sent. */
  function prepared(changes: Partial<Preparation> = {}, leave: readonly string[] = []): Answer {
    return async ({ body }) => {
      const [pem = ''] = Object(body['certificateChainPems']);
      const certificate = fromBase64(String(pem).replaceAll(/-----[^-]+-----|\s/g, ''));
      const signature = await prepareSignature({ base: service.bytes, certificate, ...changes });
      const answer = {
        signatureRequestId: `sr_${service.count('POST advance')}`,
        hashAlgorithm: 'SHA-256',
        baseUrl: `${BASE_URL}/document.pdf`,
        ...signature,
        dataToSign: base64(signature.dataToSign),
        appended: base64(signature.appended),
      };
      const kept = Object.entries(answer).filter(([key]) => !leave.includes(key));
      return json({ sessionId: 'ss_test', status: 'ACTIVE', ...Object.fromEntries(kept) });
    };
  }

  const completed: Answer = () => {
    service.complete();
    return json({ sessionId: 'ss_test', status: 'COMPLETED', session: service.session });
  };

  /** The bodies of `advance`, in order. */
  const advances = () =>
    service.requests.filter(({ route }) => route === 'POST advance').map(({ body }) => body);

  for (const [name, algorithm] of [
    ['modern-default.p12', 'RSASSA-PKCS1-v1_5'],
    ['legacy-rc2_40-3des-sha1.p12', 'RSASSA-PKCS1-v1_5'],
    ['modern-ec.p12', 'ECDSA-P256'],
  ] as const) {
    it(`opens ${name}, shows whose it is, and signs what was shown`, async () => {
      await open();
      await opens(name);
      await signer.says('Your certificate');
      service.script('POST advance', prepared({ signatureAlgorithm: algorithm }), completed);
      signer.control('Sign').click();
      await signer.says('Document signed');
      const [preparation, completion] = advances();
      expect(preparation?.['action']).to.equal('prepare_signing');
      expect(completion?.['action']).to.equal('complete_signing');
      expect(completion?.['signatureRequestId']).to.equal('sr_1');
      const [pem = ''] = Object(preparation?.['certificateChainPems']);
      const certificate = readCertificate(fromBase64(String(pem).replaceAll(/-----[^-]+-----|\s/g, '')));
      const { dataToSign } = await prepareSignature({
        base: service.bytes,
        certificate: certificate.der,
        signatureAlgorithm: algorithm,
      });
      const signature = fromBase64(String(completion?.['rawSignatureBase64']));
      expect(await signatureHolds(certificate, dataToSign, signature)).to.equal(true);
    });
  }

  for (const [error, words] of [
    ['certificate-revoked', 'The authority that issued this certificate has revoked it.'],
    ['certificate-untrusted', 'The service does not recognise the authority that issued this certificate'],
    ['certificate-newer-reason', 'The service did not accept this certificate.'],
  ] as const) {
    it(`says why the service did not take it (${error}), until another is chosen`, async () => {
      await open();
      await opens('modern-default.p12');
      await signer.says('Your certificate');
      const steps = SESSION.steps.map(step => ({ ...step, attempts: 1, error }));
      const session = { ...service.session, steps };
      service.script('POST advance', prepared(), () =>
        json({ sessionId: 'ss_test', status: 'ACTIVE', session }),
      );
      signer.control('Sign').click();
      await signer.says(words);
      signer.control('Choose another file').click();
      await until(() => !signer.screen?.shadowRoot?.textContent?.includes(words), 'no word of it any more');
    });
  }

  it('says each time that the authority could not be asked, which costs no try', async () => {
    await open();
    await opens('modern-default.p12');
    await signer.says('Your certificate');
    const words = 'We could not ask the issuing authority whether your certificate is still valid';
    const steps = SESSION.steps.map(step => ({ ...step, error: 'revocation-unavailable' }));
    const session = { ...service.session, steps };
    let answer!: () => void;
    const refusal: Answer = async () => {
      await new Promise<void>(resolve => (answer = resolve));
      return json({ sessionId: 'ss_test', status: 'ACTIVE', session });
    };
    service.script('POST advance', refusal, refusal, prepared(), completed);
    for (const tries of [1, 2]) {
      signer.control('Sign').click();
      await until(() => advances().length === tries && !signer.text.includes(words), 'nothing said yet');
      answer();
      await signer.says(words);
    }
    signer.control('Sign').click();
    await signer.says('Document signed');
  });

  it('signs nothing with a certificate that the service refuses ahead, and says why', async () => {
    await open();
    await opens('modern-default.p12');
    await signer.says('Your certificate');
    const steps = SESSION.steps.map(step => ({ ...step, attempts: 1, error: 'certificate-revoked' }));
    const session = { ...service.session, steps };
    service.script('POST advance', () => json({ sessionId: 'ss_test', status: 'ACTIVE', session }));
    signer.control('Sign').click();
    await signer.says('The authority that issued this certificate has revoked it.');
    expect(advances().map(({ action }) => action)).to.deep.equal(['prepare_signing']);
  });

  it('signs with another certificate after the service refused the request with the first', async () => {
    await open();
    await opens('modern-default.p12');
    await signer.says('Your certificate');
    service.script('POST advance', () => problem(403, 'forbidden'), prepared(), completed);
    signer.control('Sign').click();
    await signer.says('The service did not accept this certificate.');
    signer.control('Choose another file').click();
    await opens('modern-100k.p12');
    await signer.says(HOLDER);
    expect(signer.text).not.to.contain('did not accept');
    signer.control('Sign').click();
    await signer.says('Document signed');
  });

  it('tells holder, issuer and validity before anything is sent', async () => {
    await openScreen();
    await opens('modern-default.p12');
    await signer.says(HOLDER);
    expect(signer.text).to.contain('AC SANDBOX RFB TESTE G1 · valid until 20 Nov 2027');
    expect(signer.screen?.shadowRoot?.querySelector('.actions .primary')?.textContent?.trim()).to.equal(
      'Sign',
    );
    expect(service.count('POST advance')).to.equal(0);
    expect(await accessibilityViolations(signer.element)).to.deep.equal([]);
  });

  it('says that the document has to be there first, and signs once it is', async () => {
    let arrive!: () => void;
    const arrived = new Promise<void>(resolve => (arrive = resolve));
    service = await new ScriptedService().start(SESSION);
    service.script('GET document', async () => {
      await arrived;
      return new Response(service.bytes.slice());
    });
    signer = MountedSession.mount(service);
    await signer.shows('certificate');
    await opens('modern-default.p12');
    await signer.says('Your certificate');
    signer.control('Sign').click();
    await signer.says('The document is still opening.');
    expect(advances()).to.deep.equal([]);
    service.script('POST advance', prepared(), completed);
    arrive();
    await signer.says('The document is open. You can sign now.');
    signer.control('Sign').click();
    await signer.says('Document signed');
  });

  it('says that a document that did not arrive can’t be signed, and loads it again', async () => {
    service = await new ScriptedService().start(SESSION);
    service.script(
      'GET document',
      () => problem(404, 'not-found'),
      () => problem(404, 'not-found'),
    );
    signer = MountedSession.mount(service);
    await signer.shows('certificate');
    await signer.hears('sign-error:document_unavailable');
    await opens('modern-default.p12');
    await signer.says('Your certificate');
    await signer.says('The document could not be shown, so it cannot be signed here.');
    expect(advances()).to.deep.equal([]);
    signer.control('Try again').click();
    await signer.hears('sign-ready');
    signer.control('Sign').click();
    await signer.says('Document signed');
  });

  it('takes a file that is dropped', async () => {
    await openScreen();
    const transfer = new DataTransfer();
    transfer.items.add(new File([certificateFile('modern-default.p12')], 'maria.p12'));
    const area = await until(() => form()?.querySelector('.drop'), 'where to drop');
    area.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, cancelable: true }));
    await complains('Chosen: maria.p12');
  });

  it('says what is wrong with file and password, at their fields', async () => {
    await openScreen();
    form()?.querySelector<HTMLElement>('button[type="submit"]')?.click();
    await complains('Choose the file with your certificate.');
    await opens('modern-default.p12', 'wrong');
    await complains('The password is incorrect.');
    const password = await input('password');
    expect(form()?.activeElement).to.equal(password);
    expect(password.getAttribute('aria-invalid')).to.equal('true');
    expect(await accessibilityViolations(signer.element)).to.deep.equal([]);
  });

  it('says what is wrong with the file, and takes another then', async () => {
    await openScreen();
    await opens('modern-default.p12', '', new TextEncoder().encode('%PDF-1.7'));
    await complains('This file does not contain a certificate with its private key.');
    await opens('modern-default.p12', PASSWORD, certificateFile('modern-default.p12').slice(0, -30));
    await complains('The file is damaged or incomplete.');
    await opens('modern-default.p12');
    await signer.says(HOLDER);
  });

  it('empties the password field the moment it is used', async () => {
    await openScreen();
    const password = await input('password');
    await opens('modern-100k.p12');
    expect(password.value).to.equal('');
    expect(password.autocomplete).to.equal('current-password');
    await signer.says(HOLDER);
  });

  it('does not sign with another’s certificate, nor with one out of its time', async () => {
    await openScreen();
    service.change({ signer: { name: 'José', maskedCpf: '***.456.789-**' } });
    await signer.element.reload();
    await opens('modern-default.p12');
    await signer.says('This certificate is for another CPF or CNPJ');
    expect(() => signer.control('Sign')).to.throw();
    service.change({ serverTime: '2028-01-01T12:00:00Z', expiresAt: '2028-01-01T13:00:00Z' });
    await signer.element.reload();
    await signer.says('This certificate has expired.');
  });

  it('signs nothing that is not what was shown', async () => {
    await open();
    await opens('modern-default.p12');
    await signer.says(HOLDER);
    const page = (UPDATE[1000] ?? '').replace('[0 0 595 842]', '[0 0 595 100]');
    for (const answer of [
      prepared({ objects: { ...UPDATE, 1000: page } }),
      prepared({ certificate: certificateDer('ecnpj.pem') }),
      prepared({ attributes: all => all.slice(1) }),
    ]) {
      service.script('POST advance', answer);
      const before = service.count('POST advance');
      signer.control('Sign').click();
      await until(() => service.count('POST advance') === before + 1, 'it is prepared');
      await signer.says('something other than the document you saw. Nothing was signed.');
      await until(() => signer.control('Sign'), 'it can be tried again');
    }
    expect(advances().every(({ action }) => action === 'prepare_signing')).to.equal(true);
  });

  it('signs nothing where the service does not show what: it is told as an answer of no known form', async () => {
    await open();
    await opens('modern-default.p12');
    await signer.says(HOLDER);
    for (const missing of ['hashToSign', 'dataToSign', 'appended', 'byteRange', 'baseUrl']) {
      const before = service.count('POST advance');
      const errors = () => signer.events.filter(event => event === 'sign-error:unexpected_answer').length;
      const told = errors();
      service.script('POST advance', prepared({}, [missing]));
      signer.control('Sign').click();
      await until(() => errors() === told + 1, `the error without ${missing}`);
      await signer.says('The service has not confirmed your signature yet.');
      expect(service.count('POST advance')).to.equal(before + 1);
    }
  });

  it('ignores allow-unverified-digest, and says so once', async () => {
    const { warn } = console;
    const warnings: unknown[] = [];
    console.warn = (text: unknown) => warnings.push(text);
    try {
      await open();
      signer.element.setAttribute('allow-unverified-digest', '');
      signer.element.requestUpdate();
      await until(() => warnings.length === 1, 'the warning');
      expect(warnings[0]).to.include('allow-unverified-digest');
      await opens('modern-default.p12');
      await signer.says(HOLDER);
      service.script('POST advance', prepared({}, ['dataToSign', 'appended', 'byteRange', 'baseUrl']));
      signer.control('Sign').click();
      await signer.hears('sign-error:unexpected_answer');
      expect(warnings).to.have.length(1);
    } finally {
      console.warn = warn;
    }
  });

  it('lets neither password nor key out', async () => {
    const logged: unknown[][] = [];
    const methods = ['log', 'info', 'warn', 'error', 'debug'] as const;
    const originals = methods.map(method => console[method]);
    for (const method of methods) console[method] = (...values: unknown[]) => logged.push(values);
    try {
      await open();
      await opens('modern-default.p12', 'wrong');
      await complains('The password is incorrect.');
      await opens('modern-default.p12');
      await signer.says(HOLDER);
      service.script('POST advance', prepared(), completed);
      signer.control('Sign').click();
      await signer.says('Document signed');
    } finally {
      methods.forEach((method, index) => {
        console[method] = originals[index] ?? (() => undefined);
      });
    }
    const said = JSON.stringify({
      logged,
      requests: service.requests.map(({ body, headers }) => ({ body, headers: [...headers] })),
      events: signer.events,
      storage: [Object.entries(localStorage), Object.entries(sessionStorage)],
      address: location.href,
      page: signer.element.getAttributeNames().map(name => signer.element.getAttribute(name)),
    });
    const file = base64(certificateFile('modern-default.p12'));
    for (const secret of [PASSWORD, 'wrong', file.slice(200, 240), 'PRIVATE KEY']) {
      expect(said).not.to.contain(secret);
    }
    expect(await indexedDB.databases?.()).to.satisfy((list: unknown[] | undefined) => !list?.length);
  });

  describe('from where the host page says', () => {
    const { signal } = new AbortController();
    let inside: FileProvider;
    afterEach(() => inside?.dispose());

    /** What an integrator hands in for a bridge of their own: it knows nothing of this package's classes. */
    async function ownProvider(): Promise<CertificateProvider> {
      inside = new FileProvider(assetSource(undefined));
      await inside.open(new Blob([certificateFile('modern-default.p12')]), PASSWORD, signal);
      return {
        kind: 'own-bridge',
        label: 'Company card',
        init: async () => 'ready',
        list: () => inside.list(),
        chain: id => inside.chain(id),
        sign: (id, bytes, hash, stop) => inside.sign(id, bytes, hash, stop),
        dispose: () => undefined,
      };
    }

    it('is offered by its own name, shown and signs', async () => {
      await open({ certificateProviders: [await ownProvider()] });
      signer.control('Company card').click();
      await signer.says(HOLDER);
      service.script('POST advance', prepared(), completed);
      signer.control('Sign').click();
      await signer.says('Document signed');
    });

    it('says what is wrong by the code of an error, whatever its class', async () => {
      const gone = Object.assign(new Error('gone'), { code: 'DEVICE_ABSENT' });
      const provider = { ...(await ownProvider()), list: () => Promise.reject(gone) };
      await open({ certificateProviders: [provider] });
      signer.control('Company card').click();
      await signer.says('Connect the token or card, then try again.');
    });
  });

  describe('in a token', () => {
    const { signal } = new AbortController();
    let token: FileProvider;
    afterEach(() => token?.dispose());

    async function openToken(script?: WebPkiScript, from = inThisPage): Promise<void> {
      token = new FileProvider(assetSource(undefined));
      await token.open(new Blob([certificateFile('modern-default.p12')]), PASSWORD, signal);
      const inside: Token = {
        chains: [await token.chain('0')],
        sign: (index, bytes) => token.sign(String(index), bytes, 'SHA-256', signal),
      };
      await open({ webPki: { library: from(webPkiStandIn(inside, script)) } });
      signer.control('On this computer (token or card)').click();
    }

    it('is found through a script that is loaded from where the host page says', async () => {
      const address = URL.createObjectURL(new Blob(['globalThis.LacunaWebPKI = globalThis.standIn;']));
      try {
        await openToken({}, standIn => {
          Object.assign(globalThis, { standIn });
          return address;
        });
        await signer.says(HOLDER);
      } finally {
        URL.revokeObjectURL(address);
        Reflect.deleteProperty(globalThis, 'standIn');
        Reflect.deleteProperty(globalThis, 'LacunaWebPKI');
      }
    });

    it('is found, shown and signs', async () => {
      await openToken();
      await signer.says(HOLDER);
      service.script('POST advance', prepared(), completed);
      signer.control('Sign').click();
      await signer.says('Document signed');
    });

    it('needs the component, and says where it is', async () => {
      await openToken({ state: 1 });
      await signer.says('install the component');
      expect(signer.control('Go to the installation page').getAttribute('href')).to.match(/^https:/);
      expect(await accessibilityViolations(signer.element)).to.deep.equal([]);
    });

    it('says when it is not there', async () => {
      await openToken({ failure: 'p11_token_not_found' });
      await signer.says('Connect the token or card, then try again.');
    });

    it('sends nothing when the token signed something else', async () => {
      await openToken({ wrong: true });
      await signer.says(HOLDER);
      service.script('POST advance', prepared());
      signer.control('Sign').click();
      await signer.says('The signature does not match the certificate.');
      expect(service.count('POST advance')).to.equal(1);
    });
  });
});

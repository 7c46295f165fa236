import { expect } from '@open-wc/testing';
import { SignSession } from '../../src/index.ts';
import { MountedSession, until } from '../support/mounted-session.ts';
import { ScriptedService } from '../support/scripted-service.ts';

const RealWorker = globalThis.Worker;
let started = 0;
let ready = 0;

class CountedWorker extends RealWorker {
  constructor(url: string | URL, options?: WorkerOptions) {
    super(url, options);
    started += 1;
    this.addEventListener('message', () => (ready += 1), { once: true });
  }
}

describe('a page that prepares for a session', () => {
  let service: ScriptedService;

  beforeEach(async () => {
    service = await new ScriptedService().start({ locale: 'pt-BR' });
    globalThis.Worker = CountedWorker;
  });

  afterEach(() => {
    globalThis.Worker = RealWorker;
    service.stop();
    document.querySelector('link[rel=preconnect]')?.remove();
  });

  it('has the document’s worker before there is a secret, and the session uses it', async () => {
    SignSession.preload({ baseUrl: 'https://api.example', locale: 'pt-BR', profile: 'CLICK_PLUS_OTP' });
    await until(() => ready === 1, 'the worker');
    expect(service.requests).to.deep.equal([]);
    const link = document.querySelector<HTMLLinkElement>('link[rel=preconnect]');
    expect(link?.href).to.equal('https://api.example/');
    const signer = MountedSession.mount(service, { locale: 'pt-BR' });
    await signer.readyToSign();
    expect(started).to.equal(1);
    signer.remove();
  });

  it('has the formatter of dates, which the end needs, while the signer reads', async () => {
    const made: unknown[] = [];
    const { DateTimeFormat } = Intl;
    Intl.DateTimeFormat = new Proxy(DateTimeFormat, {
      construct: (target, given: ConstructorParameters<typeof DateTimeFormat>) => {
        made.push(given[0]);
        return new target(...given);
      },
    });
    const signer = MountedSession.mount(service, { locale: 'es' });
    try {
      await signer.readyToSign();
      await until(() => made.includes('es'), 'the formatter');
    } finally {
      Intl.DateTimeFormat = DateTimeFormat;
      signer.remove();
    }
  });
});

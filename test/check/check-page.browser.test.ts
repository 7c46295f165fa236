import { expect } from '@open-wc/testing';
import { SignSession } from '../../src/index.ts';
import { MountedSession } from '../support/mounted-session.ts';
import { json, ScriptedService } from '../support/scripted-service.ts';
import { withProperty } from '../support/with-property.ts';

const SERVICE = 'https://sign.example';
const original = globalThis.fetch;

/** A service that answers so; `undefined` stands for no answer. */
function answering(answer: (mode: RequestMode) => Response | undefined): void {
  globalThis.fetch = async (_, init) => {
    const response = answer(init?.mode ?? 'cors');
    if (response === undefined) throw new TypeError('Failed to fetch');
    return response;
  };
}

const at = (time: number) => () => json({ certificates: [], time: new Date(time).toISOString() });
const codesOf = async (profile?: string) => {
  const { ok, findings } = await SignSession.check({ baseUrl: SERVICE, profile, locale: 'en' });
  return [ok, ...findings.map(({ code }) => code)];
};

/** A browser without a graphics card would be told of that. */
const asWithGraphics = () => ({ getExtension: () => null });

describe('SignSession.check', () => {
  afterEach(() => {
    globalThis.fetch = original;
  });

  it('finds nothing where all is well, also at a service that does not know the address', async () => {
    answering(at(Date.now()));
    expect(await codesOf()).to.deep.equal([true]);
    answering(() => new Response('Not found', { status: 404 }));
    expect(await codesOf()).to.deep.equal([true]);
  });

  it('tells a service that does not answer from one that answers without CORS', async () => {
    answering(() => undefined);
    expect(await codesOf()).to.deep.equal([false, 'service-unreachable']);
    answering(mode => (mode === 'no-cors' ? new Response('') : undefined));
    const { findings } = await SignSession.check({ baseUrl: SERVICE, locale: 'es' });
    expect(findings).to.have.length(1);
    expect(findings[0]?.code).to.equal('service-cors');
    expect(findings[0]?.cause).to.contain(SERVICE);
    expect(findings[0]?.signer).to.equal(undefined);
  });

  it('does not take a service that is slow at first for one without CORS', async () => {
    const answer = at(Date.now());
    let isFirst = true;
    answering(() => {
      if (!isFirst) return answer();
      isFirst = false;
      return undefined;
    });
    expect(await codesOf()).to.deep.equal([true]);
  });

  it('warns of a wrong clock, in the signer’s language too', async () => {
    answering(at(Date.now() - 3_600_000));
    const { ok, findings } = await SignSession.check({ baseUrl: SERVICE, locale: 'pt-BR' });
    expect(ok).to.equal(true);
    expect(findings[0]).to.deep.include({
      code: 'clock',
      severity: 'warning',
      signer: 'Acerte a data e a hora do aparelho.',
    });
    expect(findings[0]?.cause).to.contain('60 minutes');
  });

  it('looks for a camera where the profile asks for one, and prompts nobody', async () => {
    answering(at(Date.now()));
    const prompts: unknown[] = [];
    const devices = {
      enumerateDevices: async () => [{ kind: 'audioinput' }],
      getUserMedia: async () => prompts.push('prompt'),
    };
    await withProperty(HTMLCanvasElement.prototype, 'getContext', asWithGraphics, () =>
      withProperty(navigator, 'mediaDevices', devices, async () => {
        expect(await codesOf('BIOMETRIC_PLUS_OTP')).to.deep.equal([false, 'camera-missing']);
        expect(await codesOf('CUSTOM')).to.deep.equal([true, 'camera-missing']);
        expect(await codesOf('CLICK_PLUS_OTP')).to.deep.equal([true]);
      }),
    );
    expect(prompts).to.deep.equal([]);
  });
});

describe('diagnostics', () => {
  it('tell where the session is, and neither secret nor person', async () => {
    const service = await new ScriptedService().start({ locale: 'en' });
    const signer = MountedSession.mount(service);
    await signer.readyToSign();
    const found = await signer.element.diagnostics();
    expect(found).to.deep.include({ screen: 'accept', phase: 'open', locale: 'en', error: undefined });
    expect(found.session?.steps).to.deep.equal([
      { type: 'CLICK_ACCEPT', status: 'PENDING', attempts: 0, error: undefined },
    ]);
    expect(found.document?.status).to.equal('loaded');
    const text = JSON.stringify(found);
    for (const hidden of ['ss_secret', 'Maria', '982.247', 'contrato', service.secret])
      expect(text).not.to.contain(hidden);
    signer.remove();
    service.stop();
  });

  it('are there before there is a session', async () => {
    const element = document.createElement('sign-session');
    document.body.append(element);
    const { phase, session, document: load } = await element.diagnostics();
    expect([phase, session, load]).to.deep.equal(['idle', undefined, undefined]);
    element.remove();
  });
});

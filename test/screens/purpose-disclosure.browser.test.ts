import { expect } from '@open-wc/testing';
import { MountedSession } from '../support/mounted-session.ts';
import { CodeFlow } from '../support/scripted-flow.ts';
import { ScriptedService } from '../support/scripted-service.ts';

const DISCLOSURE = { stepId: 'st_1', type: 'PURPOSE_DISCLOSURE', order: 1 };

let service: ScriptedService;
let signer: MountedSession;

describe('the purpose disclosure', () => {
  beforeEach(async () => {
    const flow = new CodeFlow(DISCLOSURE);
    service = await new ScriptedService().start({
      ...flow.steps('PENDING', {}, 'PENDING'),
      locale: 'pt-BR',
      document: null,
      disclosure: { version: '2026-11', text: 'Primeira linha.\nSegunda <b>linha</b>.' },
    });
    service.flow = flow;
    signer = MountedSession.mount(service, { locale: 'en' });
    await signer.shows('purpose-disclosure');
  });

  afterEach(() => {
    signer.remove();
    service.stop();
  });

  it('shows the service’s own text, in its language, as text', () => {
    const text = signer.screen?.shadowRoot?.querySelector('.disclosure');
    expect(text?.textContent).to.equal('Primeira linha.\nSegunda <b>linha</b>.');
    expect(text?.getAttribute('lang')).to.equal('pt-BR');
  });

  it('is acknowledged with the version that was read', async () => {
    signer.control('I have read this').click();
    await signer.shows('otp');
    const { body } = service.requests.find(({ route }) => route === 'POST advance') ?? {};
    expect(body).to.deep.equal({
      action: 'acknowledge_purpose',
      acknowledged: true,
      disclosureVersion: '2026-11',
    });
  });
});

import { expect } from '@open-wc/testing';
import type { WireBootstrap } from '../support/bootstraps.ts';
import { connect, reallyConnect } from '../support/connection.ts';
import { MountedSession, until } from '../support/mounted-session.ts';
import { usePageClock } from '../support/page-clock.ts';
import { type Answer, lost, problem, ScriptedService } from '../support/scripted-service.ts';

const CERTIFICATE = {
  steps: [{ stepId: 'st_1', type: 'DIGITAL_SIGN_A1', status: 'PENDING', order: 1, attempts: 0 }],
};
const LIST = 'GET documents';
const unavailable: Answer = () => problem(503, 'service-unavailable');

describe('the list of a batch that does not load', () => {
  const whileTimePasses = usePageClock();
  let service: ScriptedService;
  let signer: MountedSession;

  afterEach(() => {
    reallyConnect();
    signer.remove();
    service.stop();
  });

  /** @param answer of the service whenever it is asked for the list, until `recover` */
  async function open(overrides: WireBootstrap, answer: Answer): Promise<ShadowRoot> {
    service = await new ScriptedService().start({ locale: 'en', document: null, ...overrides });
    await service.makeBatch(['Contract', 'Annex I']);
    fail(answer);
    signer = MountedSession.mount(service);
    return signer.shows('batch');
  }

  const fail = (answer: Answer) => service.script(LIST, ...Array.from({ length: 100 }, () => answer));
  const recover = () => service.script(LIST);

  const buttons = () =>
    [...(signer.screen?.shadowRoot?.querySelectorAll('.actions button') ?? [])].map(button =>
      button.textContent.trim(),
    );
  const listed = () =>
    until(() => signer.screen?.shadowRoot?.querySelectorAll('.documents button').length === 2, 'the list');

  it('says so at the step of the certificate, and can be asked for again or declined', async () => {
    await open(CERTIFICATE, unavailable);
    await whileTimePasses(signer.says('The service is having a problem. Try again in a moment.'));
    expect(signer.text).not.to.contain('Loading the documents');
    expect(buttons()).to.deep.equal(['Try again', 'Decline all']);
    expect(signer.screen?.shadowRoot?.querySelector('.documents'), 'an empty list').to.equal(null);
    recover();
    signer.control('Try again').click();
    await listed();
    await until(
      () => signer.screen?.shadowRoot?.querySelector('sign-session-certificate'),
      'the certificate',
    );
    expect(signer.text).not.to.contain('having a problem');
  });

  it('is asked for again by itself, and the signer is told why until it is there', async () => {
    await open(CERTIFICATE, unavailable);
    await whileTimePasses(signer.says('The service is having a problem.'));
    const asked = service.count(LIST);
    const said: string[] = [];
    const look = setInterval(() => said.push(signer.text), 1);
    await whileTimePasses(until(() => service.count(LIST) >= asked + 2, 'another request'));
    clearInterval(look);
    expect(said.filter(text => !text.includes('The service is having a problem.'))).to.deep.equal([]);
    recover();
    await whileTimePasses(listed());
    await signer.says('viewed');
  });

  it('is no reason to ask for consent, or to doubt an answer that was not given', async () => {
    await open({}, lost);
    await whileTimePasses(signer.says('The service is not responding.'));
    expect(buttons()).to.deep.equal(['Try again', 'Decline all']);
    expect(signer.screen?.shadowRoot?.querySelector('input')).to.equal(null);
    expect(signer.text).not.to.contain('nothing is signed');
  });

  it('is asked for again once a device is back that was offline when the signer pressed', async () => {
    await open({}, unavailable);
    await whileTimePasses(signer.says('The service is having a problem.'));
    connect(false);
    signer.control('Try again').click();
    await signer.says('You are offline.');
    recover();
    connect(true);
    await listed();
    expect(signer.text).not.to.contain('You are offline');
  });

  it('is asked for once a device is back that was offline when the step came', async () => {
    connect(false);
    service = await new ScriptedService().start({ locale: 'en', document: null, ...CERTIFICATE });
    await service.makeBatch(['Contract', 'Annex I']);
    signer = MountedSession.mount(service);
    await signer.shows('batch');
    await signer.says('You are offline.');
    expect(buttons()).to.deep.equal(['Try again', 'Decline all']);
    connect(true);
    await listed();
  });

  it('of the signed documents is asked for again by itself, or by the signer', async () => {
    service = await new ScriptedService().start({ locale: 'en', document: null });
    await service.makeBatch(['Contract', 'Annex I'], { downloadUrl: 'https://service.test/signed.pdf' });
    service.complete();
    fail(unavailable);
    signer = MountedSession.mount(service);
    const list = () => signer.root.querySelector('sign-session-batch-results')?.shadowRoot;
    await whileTimePasses(
      until(() => list()?.textContent?.includes('Not all documents have loaded.'), 'the reason'),
    );
    recover();
    list()?.querySelector('button')?.click();
    await until(() => list()?.querySelectorAll('a').length === 2, 'the documents');
  });
});

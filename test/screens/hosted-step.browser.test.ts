import { expect } from '@open-wc/testing';
import { MountedSession } from '../support/mounted-session.ts';
import { ScriptedService } from '../support/scripted-service.ts';

const STEPS = [{ stepId: 'st_1', type: 'RETINA_SCAN', status: 'PENDING', order: 1 }];

let service: ScriptedService;
let signer: MountedSession;

async function open(overrides: Record<string, unknown>): Promise<void> {
  service = await new ScriptedService().start({ locale: 'en', steps: STEPS, ...overrides });
  signer = MountedSession.mount(service);
  await signer.shows('hosted-step');
}

describe('a step that this widget does not have', () => {
  const openWindow = window.open.bind(window);

  afterEach(() => {
    window.open = openWindow;
    signer.remove();
    service.stop();
  });

  it('is done on the hosted page, which opens as this signer and learns nothing of this page', async () => {
    const opened: unknown[] = [];
    window.open = (...call) => {
      opened.push(...call);
      return null;
    };
    await open({ hostedUrl: 'https://service.test/s/ss_test' });
    expect(signer.text).not.to.contain('ss_secret');
    signer.control('Open the signing page').click();
    expect(opened).to.deep.equal([
      `https://service.test/s/ss_test?cs=${service.secret}`,
      '_blank',
      'noopener,noreferrer',
    ]);
  });

  it('has no button where the service has no such page', async () => {
    await open({});
    await signer.says('The next step cannot be done here.');
    expect(signer.text).not.to.contain('Open the signing page');
  });

  it('can be declined', async () => {
    await open({});
    signer.control('Decline').click();
    await signer.shows('decline');
    signer.submit();
    await signer.says('You declined');
  });
});

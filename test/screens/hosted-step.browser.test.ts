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
  afterEach(() => {
    signer.remove();
    service.stop();
  });

  it('is done on the hosted page, by a link that the signer asks for', async () => {
    await open({ hostedUrl: 'https://service.test/s/ss_test' });
    await signer.says('You can do the next step on the service’s page.');
    expect(signer.screen?.shadowRoot?.querySelector('sign-session-handover')).not.to.equal(null);
  });

  it('has no button where the service has no such page', async () => {
    await open({});
    await signer.says('The next step cannot be done here.');
    expect(signer.screen?.shadowRoot?.querySelector('sign-session-handover')).to.equal(null);
  });

  it('can be declined', async () => {
    await open({});
    signer.control('Decline').click();
    await signer.shows('decline');
    signer.submit();
    await signer.says('You declined');
  });
});

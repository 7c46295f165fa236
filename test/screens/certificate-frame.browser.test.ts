import { expect } from '@open-wc/testing';
import { MountedSession, until } from '../support/mounted-session.ts';
import { json, problem, ScriptedService } from '../support/scripted-service.ts';

const SESSION = {
  locale: 'en',
  hostedUrl: 'https://service.test/s/ss_test',
  steps: [{ stepId: 'st_1', type: 'DIGITAL_SIGN_A1', status: 'PENDING', order: 1, attempts: 0 }],
};

describe('the certificate step in a frame', () => {
  let service: ScriptedService;
  let signer: MountedSession;

  afterEach(() => {
    signer.remove();
    service.stop();
  });

  it('says that no link came, and shows the frame once one does', async () => {
    service = await new ScriptedService().start(SESSION);
    service.script('POST handover', () => problem(403, 'forbidden'));
    signer = MountedSession.mount(service, { certificateFrame: true });
    const root = await signer.shows('certificate-frame');
    await signer.says('The service’s page did not open in this site.');
    expect(root.querySelector('iframe')).to.equal(null);
    expect(root.querySelector('input')).to.equal(null);

    const url = new URL('/nothing-there', location.origin).href;
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    service.script('POST handover', () => json({ url, expiresAt }));
    signer.control('Try again').click();
    const frame = await until(() => root.querySelector('iframe'), 'the frame');
    expect(frame.src).to.equal(url);
    expect(frame.title).not.to.equal('');
    await until(() => root.querySelector('.error-text')?.textContent === '', 'the error to go');
  });
});

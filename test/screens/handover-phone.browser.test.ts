import { expect } from '@open-wc/testing';
import { PHOTO_STEP } from '../support/document-sheet.ts';
import { connect, reallyConnect } from '../support/connection.ts';
import { MountedSession, until } from '../support/mounted-session.ts';
import { usePageClock } from '../support/page-clock.ts';
import { lost, ScriptedService } from '../support/scripted-service.ts';

describe('the link for a phone', () => {
  const whileTimePasses = usePageClock();
  let service: ScriptedService;
  let signer: MountedSession;

  beforeEach(async () => {
    service = await new ScriptedService().start({
      locale: 'en',
      document: null,
      hostedUrl: 'https://service.test/s/ss_test',
      steps: [PHOTO_STEP],
    });
    signer = MountedSession.mount(service);
    await signer.shows('document-photo');
  });

  afterEach(() => {
    reallyConnect();
    signer.remove();
    service.stop();
  });

  const part = () => signer.screen?.shadowRoot?.querySelector('sign-session-handover')?.shadowRoot;
  const says = (words: string) => until(() => part()?.textContent?.includes(words), `“${words}”`);
  const link = () => until(() => part()?.querySelector('a'), 'the link');
  const fail = () => {
    const answers = Array.from({ length: 100 }, () => lost);
    service.script('POST handover', ...answers);
    service.script('GET session', ...answers);
  };
  const recover = () => {
    service.script('POST handover');
    service.script('GET session');
  };

  it('is asked for once the device is connected again', async () => {
    connect(false);
    signer.control('Continue on your phone').click();
    await says('The link could not be created.');
    expect(service.count('POST handover')).to.equal(0);
    connect(true);
    await link();
    expect(service.count('POST handover')).to.equal(1);
  });

  it('is asked for again once the service answers again', async () => {
    fail();
    signer.control('Continue on your phone').click();
    await whileTimePasses(says('The link could not be created.'));
    recover();
    await whileTimePasses(link());
  });

  it('that has been used can be asked for once more', async () => {
    signer.control('Continue on your phone').click();
    await link();
    // The service counts what was sent from the phone.
    service.change({ steps: [{ ...PHOTO_STEP, attempts: 1 }] });
    await whileTimePasses(says('Create another link'));
    expect(part()?.textContent).not.to.contain('Preparing');
    expect(service.count('POST handover')).to.equal(1);
    part()?.querySelector('button')?.click();
    await link();
  });

  it('that could not be had says nothing of a photo, once the signer is back at theirs', async () => {
    fail();
    signer.control('Continue on your phone').click();
    await whileTimePasses(says('The link could not be created.'));
    signer.control('Back to this device').click();
    await signer.says('Photo of your identity document');
    expect(signer.screen?.shadowRoot?.querySelector('.notice')?.textContent ?? '').to.equal('');
  });
});

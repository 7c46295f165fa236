import { expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { MountedSession, until } from '../support/mounted-session.ts';
import { emulateMedia } from '../support/runner-page.ts';
import { ScriptedService, silence } from '../support/scripted-service.ts';

const step = (type: string, order: number, status = 'PENDING') => ({
  stepId: `st_${order}`,
  type,
  status,
  order,
  attempts: 0,
});

describe('the frame of the card', () => {
  let service: ScriptedService;
  let signer: MountedSession;

  afterEach(async () => {
    signer.remove();
    service.stop();
    await emulateMedia({});
    await setViewport({ width: 800, height: 600 });
  });

  for (const width of [360, 1280]) {
    it(`says at ${width} px in full which step of how many it is, and fills the last bar only at the end`, async () => {
      await setViewport({ width, height: 640 });
      const steps = [step('CLICK_ACCEPT', 1, 'COMPLETED'), step('PURPOSE_DISCLOSURE', 2)];
      service = await new ScriptedService().start({ locale: 'en', steps, disclosure: { text: 'Why.' } });
      signer = MountedSession.mount(service);
      const progress = await until(
        () => signer.element.shadowRoot?.querySelector<HTMLElement>('.progress'),
        'the progress',
      );
      const read = [...progress.querySelectorAll('span:not([aria-hidden="true"])')].filter(
        part => part.closest('[aria-hidden="true"]') === null && part.checkVisibility(),
      );
      expect(read.map(part => part.textContent)).to.deep.equal(['Step 2 of 2']);
      const bars = [...progress.querySelectorAll('.bar')].map(bar => bar.className);
      expect(bars).to.deep.equal(['bar done', 'bar current']);
    });
  }

  it('leaves the last bar open while the service checks what the signer has done', async () => {
    const steps = [
      step('CLICK_ACCEPT', 1, 'COMPLETED'),
      step('BIOMETRIC_LIVENESS', 2, 'COMPLETED'),
      step('SERPRO_IDENTITY_CHECK', 3, 'STARTED'),
    ];
    service = await new ScriptedService().start({ locale: 'en', steps });
    service.script('GET events', silence);
    signer = MountedSession.mount(service);
    await signer.shows('waiting');
    const progress = signer.element.shadowRoot?.querySelector('.progress');
    expect(progress?.querySelector('.step')?.textContent).to.equal('Step 2 of 2');
    const bars = [...(progress?.querySelectorAll('.bar') ?? [])].map(bar => bar.className.trim());
    expect(bars).to.deep.equal(['bar done', 'bar current']);
  });

  it('has a sign of waiting that stands still where people want no motion', async function () {
    if (!(await emulateMedia({ reducedMotion: 'reduce' }))) return this.skip();
    service = await new ScriptedService().start({
      locale: 'en',
      steps: [step('CLICK_ACCEPT', 1, 'COMPLETED')],
    });
    service.script('GET events', silence);
    signer = MountedSession.mount(service);
    const root = await signer.shows('waiting');
    const spinner = await until(() => root.querySelector('.spinner'), 'the sign');
    expect(getComputedStyle(spinner).animationName).to.equal('none');
    const { borderTopColor, borderRightColor } = getComputedStyle(spinner);
    expect(borderRightColor, 'a whole ring').to.equal(borderTopColor);
  });
});

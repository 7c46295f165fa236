import { expect } from '@open-wc/testing';
import { MountedSession, until } from '../support/mounted-session.ts';
import { ScriptedService, silence } from '../support/scripted-service.ts';

describe('the first words, before the session is there', () => {
  const { lang } = document.documentElement;
  let service: ScriptedService;
  let signer: MountedSession;

  afterEach(() => {
    document.documentElement.lang = lang;
    signer.remove();
    service.stop();
  });

  for (const [page, words] of [
    ['pt-BR', 'Sessão protegida'],
    ['es', 'Sesión protegida'],
    ['en', 'Secure session'],
  ] as const) {
    it(`are those of a page in ${page}, from the first paint`, async () => {
      document.documentElement.lang = page;
      service = await new ScriptedService().start({});
      service.script('GET session', silence);
      signer = MountedSession.mount(service);
      await signer.element.updateComplete;
      expect(signer.root.querySelector('footer')?.textContent.trim()).to.equal(words);
      expect(signer.root.querySelector('.frame')?.getAttribute('lang')).to.equal(page);
    });
  }

  it('are the session’s, once it is there', async () => {
    document.documentElement.lang = 'es';
    service = await new ScriptedService().start({ locale: 'pt-BR' });
    signer = MountedSession.mount(service);
    await signer.shows('accept');
    await until(() => signer.root.querySelector('footer')?.textContent.includes('Sessão'), 'the words');
  });
});

import { expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { MountedSession, until } from '../support/mounted-session.ts';
import { ScriptedService } from '../support/scripted-service.ts';

const TITLES = [
  'Contract',
  'Annex I',
  'Annex II',
  'Annex III',
  'Annex IV',
  'Annex V',
  'Annex VI',
  'Annex VII',
];

const rows = (root: ShadowRoot) => [...root.querySelectorAll<HTMLElement>('.documents button')];
const reader = (root: ShadowRoot) => root.querySelector('.reader h3')?.textContent ?? '';

describe('the documents of a batch', () => {
  let service: ScriptedService;
  let signer: MountedSession;

  afterEach(async () => {
    signer.remove();
    service.stop();
    await setViewport({ width: 800, height: 600 });
  });

  async function open(width: number, height: number, change?: () => void): Promise<ShadowRoot> {
    await setViewport({ width, height });
    service = await new ScriptedService().start({ locale: 'en', document: null });
    await service.makeBatch(TITLES);
    change?.();
    signer = MountedSession.mount(service);
    const root = await signer.shows('batch');
    await until(() => rows(root).length === TITLES.length, 'the list');
    return root;
  }

  it('has the first open beside the list in a wide window, and none in place of it on a phone', async () => {
    const wide = await open(1280, 800);
    await until(() => reader(wide).includes('Contract'), 'the first document');
    signer.remove();
    service.stop();
    const phone = await open(360, 640);
    await signer.says('0 of 8 viewed');
    expect(phone.querySelector('.reader h3')).to.equal(null);
  });

  it('counts the documents that were viewed', async () => {
    await open(1280, 800);
    await signer.says('1 of 8 viewed');
  });

  it('stands at the row again after a document, clear of the bar', async () => {
    const root = await open(360, 640);
    await signer.says('0 of 8 viewed');
    const row = rows(root)[4];
    row?.click();
    await until(() => reader(root).includes('Annex IV'), 'the document');
    signer.control('Back to the list').click();
    await until(() => root.activeElement === row, 'the row');
    const bar = root.querySelector('.actions')?.getBoundingClientRect().top ?? 0;
    const place = row?.getBoundingClientRect();
    expect(place?.bottom).to.be.at.most(bar);
    expect(place?.top).to.be.at.least(0);
  });

  it('leads from the last document to the consent', async () => {
    const root = await open(360, 640);
    await signer.says('0 of 8 viewed');
    rows(root).at(-1)?.click();
    await until(() => reader(root).includes('Annex VII'), 'the last document');
    signer.control('Go back and sign').click();
    await until(() => root.activeElement?.matches('.consent input'), 'the consent');
  });

  it('marks and names the document that is another one, and no other', async () => {
    const root = await open(360, 640, () => {
      const hash = `sha256:${'0'.repeat(64)}`;
      service.documents = service.documents.map((each, index) => (index === 2 ? { ...each, hash } : each));
    });
    await signer.says('“Annex II” is not the document that you were sent to sign.');
    const marked = rows(root).filter(row => row.textContent.includes('Not the document that was sent'));
    expect(marked).to.deep.equal([rows(root)[2]]);
    expect(root.querySelector('.consent')).to.equal(null);
  });
});

import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { DocumentPane } from '../../../src/document/document-pane.ts';
import { accessibilityViolations } from '../../support/axe.ts';
import { pressKeys, testAsset } from '../../support/runner-page.ts';
import {
  button,
  field,
  focused,
  loaded,
  nextEvent,
  paneFor,
  part,
  parts,
  until,
  type PaneOptions,
} from '../shown-pane.ts';

const PASSWORD = 'teste123';

async function lockedPane(options: PaneOptions = {}): Promise<DocumentPane> {
  const bytes = await testAsset('pdf/own/enc-aes256-userpw-teste123.pdf');
  const pane = await paneFor(loaded(Uint8Array.from(bytes)), options);
  await until(() => parts(pane, '#password').length > 0, 'asked for the password');
  return pane;
}

async function typePassword(pane: DocumentPane, password: string): Promise<void> {
  field(pane, '#password').focus();
  await sendKeys({ type: password });
  await pressKeys('Enter');
}

describe('a document that opens with a password', () => {
  it('opens with the right one, which is in no place afterwards', async function () {
    const pane = await lockedPane();
    const shown = nextEvent(pane, 'document-shown');
    await typePassword(pane, PASSWORD);
    expect((await shown).pages).to.equal(3);
    await until(() => parts(pane, '#password').length === 0, 'form gone');
    const kept = [localStorage, sessionStorage].flatMap(storage => Object.values(storage));
    expect([...kept, location.href].join()).not.to.contain(PASSWORD);
  });

  it('says that one is wrong, keeps it to be mended, and takes the next', async function () {
    const pane = await lockedPane();
    await typePassword(pane, 'Teste123');
    await until(() => part(pane, '#error').textContent.includes('password is incorrect'), 'said');
    expect(part(pane, '#error').role).to.equal('alert');
    expect(field(pane, '#password').ariaInvalid).to.equal('true');
    expect(field(pane, '#password').value).to.equal('Teste123');
    expect(focused()?.id).to.equal('password');
    const shown = nextEvent(pane, 'document-shown');
    await typePassword(pane, PASSWORD);
    await shown;
  });

  it('asks for something to try', async function () {
    const pane = await lockedPane();
    button(pane, 'Open the document').click();
    await until(() => part(pane, '#error').textContent === 'Enter the password.');
    expect(focused()?.id).to.equal('password');
  });

  it('lets managers and the clipboard fill the field in', async function () {
    const pane = await lockedPane();
    const password = field(pane, '#password');
    expect(password.type).to.equal('password');
    const paste = new ClipboardEvent('paste', { bubbles: true, cancelable: true, composed: true });
    expect(password.dispatchEvent(paste)).to.equal(true);
  });

  it('is a plain problem for who has none, with the file to take away and a way back', async function () {
    const pane = await lockedPane();
    const refused = nextEvent(pane, 'document-unreadable');
    button(pane, 'I do not have the password').click();
    expect((await refused).problem).to.equal('protected');
    await until(() => parts(pane, '.problem').length > 0);
    expect(parts(pane, '.problem .button').map(({ textContent }) => textContent.trim())).to.deep.equal([
      'Enter the password',
      'Download the document',
    ]);
    const asked = nextEvent(pane, 'document-retry');
    button(pane, 'Enter the password').click();
    expect((await asked).problem).to.equal('protected');
    await until(() => parts(pane, '#password').length > 0, 'asked again');
  });

  it('ends without a sound when the pane goes away while it asks', async function () {
    const pane = await lockedPane();
    const events: string[] = [];
    pane.addEventListener('document-unreadable', ({ problem }) => events.push(problem));
    pane.remove();
    await pane.updateComplete;
    expect(events).to.deep.equal([]);
  });

  for (const scheme of ['light', 'dark'] as const) {
    it(`has no accessibility violation, ${scheme}`, async function () {
      const pane = await lockedPane({ width: 320, scheme });
      button(pane, 'Open the document').click();
      await until(() => part(pane, '#error').textContent !== '');
      expect(await accessibilityViolations(pane)).to.deep.equal([]);
    });
  }
});

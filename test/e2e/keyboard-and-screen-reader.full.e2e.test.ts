import { findAxeProblems } from '../support/axe-in-page.ts';
import { assertSpoken, listenToPage, say } from '../support/spoken.ts';
import { onePagePdf } from '../support/small-pdf.ts';
import { expect, test } from './fixtures.ts';

/** A code that is not the one that was sent. */
const anotherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

const STEPS = ['PURPOSE_DISCLOSURE', 'CLICK_ACCEPT', 'OTP_CHALLENGE', 'OTP_VERIFY'];

test('a document is signed by the keyboard alone, each step is told, and axe finds nothing', async ({
  integrator,
  person,
  service,
  signer,
  page,
}) => {
  await listenToPage(page);
  const session = await integrator.createSession(onePagePdf('Contrato'), {
    policy: { profile: 'CUSTOM', customSteps: STEPS },
    signer: { ...person, otpChannelSelectable: true },
    locale: 'en',
  });
  const { keyboard } = page;
  await signer.open(session);
  await signer.reads('What your data is used for');
  expect(await findAxeProblems(page)).toEqual([]);
  await signer.tabsTo('I have read this');
  await keyboard.press('Enter');

  await signer.reads('Review and sign the document');
  await signer.seesDocument();
  expect(await findAxeProblems(page)).toEqual([]);
  await signer.tabsTo('Agree and continue');
  await keyboard.press('Enter');
  await signer.reads('Tick the box');
  await keyboard.press('Space');
  await signer.tabsTo('Agree and continue');
  await keyboard.press('Enter');

  await signer.reads('Where should we send the code?');
  expect(await findAxeProblems(page)).toEqual([]);
  await signer.tabsTo('By SMS:');
  await keyboard.press('Enter');

  await signer.reads('Enter the 6-digit code');
  const code = await integrator.codeFor(person.phone);
  const [message = ''] = await integrator.messagesTo(person.phone);
  expect(message.split('\n').at(-1)).toBe(`@${new URL(service.url).hostname} #${code}`);
  await expect(page.getByLabel('Code')).toBeFocused();
  await keyboard.type(anotherThan(code));
  await keyboard.press('Enter');
  await signer.reads('The code is incorrect.');
  expect(await findAxeProblems(page)).toEqual([]);
  // The wrong code is selected.
  await keyboard.type(code);
  await keyboard.press('Enter');

  await signer.reads('Document signed');
  await signer.tabsTo('Evidence and hashes');
  await keyboard.press('Enter');
  await expect(signer.screen.getByRole('img', { name: /^QR code for the verification page/ })).toBeVisible();
  expect(await findAxeProblems(page)).toEqual([]);
  expect(await integrator.status(session.sessionId)).toMatchObject({ status: 'COMPLETED' });
  await assertSpoken(page, [
    say('status', 'What your data is used for'),
    say('focus', 'I have read this'),
    say('focus', 'Review and sign the document'),
    say('alert', 'Tick the box to show that you have had access to the document and agree.'),
    say('focus', 'Where should we send the code?'),
    say('focus', 'By SMS'),
    say('focus', 'Code'),
    say('status', 'Enter the 6-digit code'),
    say('alert', 'The code is incorrect. You have 2 attempts left.'),
    say('focus', 'Document signed'),
  ]);
});

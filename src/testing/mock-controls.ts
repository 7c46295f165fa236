import type { Screen } from '../session/screen-for.ts';
import type { FakeSession } from './fake-session.ts';
import { ACTION_OF_STEP, STEP_TYPES } from './steps.ts';

type Body = Readonly<Record<string, unknown>>;

/** The fewest controls for a screen, as the element has them: a box to tick, a field for the code, a button. */
export function mockControls(
  screen: Screen,
  { perform, decline }: { readonly perform: (body: Body) => void; readonly decline: () => void },
): HTMLElement[] {
  const heading = document.createElement('h2');
  heading.textContent = screen.kind === 'outcome' ? screen.ending : screen.kind;
  if (!('step' in screen) || screen.kind === 'attemptsExhausted') return [heading];
  const type = STEP_TYPES.find(each => each === screen.step.type);
  const action = type && ACTION_OF_STEP[type];
  if (action === undefined) return [heading];
  const form = document.createElement('form');
  const box = input('checkbox');
  const code = input('text');
  code.autocomplete = 'one-time-code';
  if (action === 'accept') form.append(box);
  if (action === 'verify_otp') form.append(code);
  form.append(button('submit', 'Continue'));
  form.addEventListener('submit', event => {
    event.preventDefault();
    if (action === 'accept' && !box.checked) return;
    perform({ action, ...(action === 'verify_otp' && { otpCode: code.value }) });
  });
  const declining = button('button', 'Decline');
  declining.addEventListener('click', decline);
  return [heading, form, declining];
}

/** What an action is for a batch: an acceptance names every document, and each gets a signature of its own. */
export function withDocuments(body: Body, { state, documents }: FakeSession): readonly Body[] {
  if (state.batch === undefined) return [body];
  if (body['action'] === 'accept')
    return [{ ...body, acceptedDocuments: documents.map(({ hash: documentHash }) => ({ documentHash })) }];
  if (body['action'] !== 'complete_signing') return [body];
  return documents.map(({ position: documentPosition }) => ({ ...body, documentPosition }));
}

function input(type: string): HTMLInputElement {
  return Object.assign(document.createElement('input'), { type });
}

function button(type: 'submit' | 'button', text: string): HTMLButtonElement {
  return Object.assign(document.createElement('button'), { type, textContent: text });
}

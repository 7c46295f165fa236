import type { GalleryState } from '../gallery-state.ts';
import type { Scene } from '../scene.ts';
import { until } from '../../support/mounted-session.ts';
import { elementsIn, isVisible, textIn } from '../deep-tree.ts';
import type { Finding } from './layout.ts';
import { describePlace, elementOf } from './places.ts';

/** A code that no state has entered. */
const CODE = '135790';

/** The password of the gallery's certificate file. */
const PASSWORD = 'Senha#123';

/**
 * Can the primary action succeed? Fills in what the screen asks for and presses: a link leads somewhere; a button sends
 * something, or shows something else, and what was wrong before is not simply said again.
 */
export async function blockedPrimary(state: GalleryState, scene: Scene): Promise<Finding[]> {
  const { primary, hindered } = state;
  if (primary === undefined || hindered !== undefined) return [];
  const control = elementOf(primary, scene);
  if (!(control instanceof HTMLElement)) return [];
  if (control instanceof HTMLAnchorElement) return control.href === '' ? ['way on leads nowhere'] : [];
  // It acts already, or waits for what the screen says.
  if (control.ariaDisabled === 'true' || control.matches('.waiting')) return [];
  fillIn(scene);
  let hasLeft = false;
  scene.element.addEventListener('sign-redirect', event => {
    event.preventDefault();
    hasLeft = true;
  });
  const before = look(scene);
  control.click();
  if (hasLeft) return [];
  const name = describePlace(primary, scene);
  try {
    await until(() => {
      const { requests, text } = look(scene);
      return requests > before.requests || text !== before.text;
    }, 'an effect');
  } catch {
    return [`way on ${name} has no effect`];
  }
  await until(() => scene.element.shadowRoot?.querySelector('[aria-disabled="true"]') == null, 'the answer');
  const { requests, alerts } = look(scene);
  const isSame = alerts !== '' && alerts === before.alerts;
  const isRefused = requests === before.requests && alerts !== '' && alerts !== before.alerts;
  return isSame || isRefused ? [`way on ${name} ends in “${alerts}”`] : [];
}

function look(scene: Scene): { requests: number; text: string; alerts: string } {
  const elements = [...elementsIn(scene.element)];
  const alerts = elements.filter(each => each.matches('[role="alert"]') && isVisible(each)).map(textIn);
  return {
    requests: scene.service.requests.length,
    text: textIn(scene.element),
    alerts: alerts.filter(Boolean).join(' '),
  };
}

/** Ticks what can be ticked, and types a code or the password. */
function fillIn(scene: Scene): void {
  for (const element of elementsIn(scene.element)) {
    if (!(element instanceof HTMLInputElement) || !isVisible(element)) continue;
    if (element.type === 'checkbox' && !element.checked) element.click();
    if (element.autocomplete === 'one-time-code') type(element, CODE);
    if (element.type === 'password') type(element, PASSWORD);
  }
}

function type(field: HTMLInputElement, text: string): void {
  field.value = text;
  field.dispatchEvent(new InputEvent('input', { inputType: 'insertText', bubbles: true }));
}

import type Axe from 'axe-core';
// The package is a script that sets a global, not a module with exports.
import 'axe-core';

declare global {
  interface Window {
    axe: typeof Axe;
  }
}

/** WCAG 2.2, levels A and AA: each version's tag holds only what that version added. */
const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

function describeTarget(target: Axe.UnlabelledFrameSelector): string {
  return target.map(step => (typeof step === 'string' ? step : step.join(' >>> '))).join(' in frame ');
}

/**
 * Looks with axe-core for violations of WCAG 2.2 AA in an element, its children and their open shadow roots.
 *
 * @param rules only these, where only what they are about can differ.
 * @returns one line a finding: rule, what is wrong, where (a path through shadow roots by ` >>> `).
 */
export async function accessibilityViolations(
  element: Element,
  rules?: readonly string[],
): Promise<string[]> {
  const { violations } = await window.axe.run(element, {
    ...(rules === undefined
      ? {
          runOnly: { type: 'tag', values: WCAG_22_AA },
          // Not of WCAG, but what integrators look for in their own pages.
          rules: { 'aria-allowed-role': { enabled: true } },
        }
      : { runOnly: { type: 'rule', values: [...rules] } }),
    resultTypes: ['violations'],
  });
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target }) => `${id}: ${help} (${describeTarget(target)})`),
  );
}

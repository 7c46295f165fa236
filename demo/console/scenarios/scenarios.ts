import { CERTIFICATE, CLICK, CODE, ENVELOPE } from './signing-scenarios.ts';
import { ENDS, FAULTS } from './ending-scenarios.ts';
import { FACE, GOVERNMENT_BASE, TRUST } from './identity-scenarios.ts';
import type { Scenario, ScenarioGroup } from './scenario.ts';

/** All scenarios, in the order in which they are listed. */
export const SCENARIO_GROUPS: readonly ScenarioGroup[] = [
  CLICK,
  CODE,
  FACE,
  GOVERNMENT_BASE,
  CERTIFICATE,
  ENVELOPE,
  TRUST,
  FAULTS,
  ENDS,
];

export const SCENARIOS: readonly Scenario[] = SCENARIO_GROUPS.flatMap(({ scenarios }) => scenarios);

/** Whether a scenario has each of the words in its names, its summary or its synonyms; capitals don't matter. */
export function matchesWords(
  { id, name, summary, words = '' }: Scenario,
  group: ScenarioGroup,
  wanted: string,
): boolean {
  const text = `${group.name} ${group.words ?? ''} ${name} ${summary} ${words} ${id}`.toLowerCase();
  return wanted
    .toLowerCase()
    .trim()
    .split(/\s+/)
    .every(word => text.includes(word));
}

export function findScenario(id: string | undefined): Scenario | undefined {
  return SCENARIOS.find(scenario => scenario.id === id);
}

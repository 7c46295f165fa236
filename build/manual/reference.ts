import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { TAGS } from '../../packages/service/src/openapi/operation.ts';
import { OPERATION_ENTRIES } from '../../packages/service/src/openapi/operations.ts';
import { EVENT_ENTRIES } from '../../packages/service/src/openapi/webhook-event.ts';
import { TEXTS } from '../../src/check/findings.ts';
import { code, plain, table } from './markdown.ts';

interface DocumentedEntry {
  readonly name: string;
  readonly description?: string;
  readonly type?: { readonly text: string };
  readonly default?: string;
}

interface Member extends DocumentedEntry {
  readonly kind: 'field' | 'method';
  readonly static?: boolean;
  readonly privacy?: string;
  readonly attribute?: string;
  readonly parameters?: readonly DocumentedEntry[];
  readonly return?: { readonly type: { readonly text: string } };
}

interface Element extends DocumentedEntry {
  readonly tagName?: string;
  readonly attributes: readonly DocumentedEntry[];
  readonly members: readonly Member[];
  readonly events: readonly DocumentedEntry[];
  readonly cssParts: readonly DocumentedEntry[];
  readonly cssProperties: readonly DocumentedEntry[];
  readonly slots: readonly DocumentedEntry[];
}

const described = (items: readonly DocumentedEntry[]): string =>
  table(
    ['Name', 'Meaning'],
    items.map(({ name, description }) => [code(name), plain(description)]),
  );

function method({ name, parameters = [], description, static: isStatic, return: result }: Member): string {
  const list = parameters.map(({ name: parameter }) => parameter).join(', ');
  const call = `${isStatic === true ? 'SignSession.' : 'element.'}${name}(${list})`;
  return `### ${name}\n\n${code(`${call}: ${result?.type.text ?? 'void'}`)}\n\n${plain(description)}`;
}

/** Lit's own, and what the element overrides of it. */
const OWN =
  /^(?:connectedCallback|disconnectedCallback|adoptedCallback|attributeChangedCallback|observedAttributes|styles|render|update|updated|willUpdate|firstUpdated|shouldUpdate|createRenderRoot|getUpdateComplete)$/;

const isPublic = ({ name, privacy }: Member): boolean =>
  privacy !== 'private' && privacy !== 'protected' && !OWN.test(name);

function elementText({ attributes, members, events, cssParts, cssProperties, slots }: Element): string {
  const shown = members.filter(isPublic);
  const fields = shown.filter(({ kind, static: isStatic }) => kind === 'field' && isStatic !== true);
  const properties = fields.map(({ name, type, attribute, description }) => [
    code(name),
    type === undefined ? '' : code(type.text),
    attribute === undefined ? plain(description) : `attribute ${code(attribute)}`,
  ]);
  const findings = Object.entries(TEXTS).map(([name, [cause, remedy]]) => [
    code(name),
    plain(cause),
    plain(remedy),
  ]);
  return [
    '# The element',
    'Made from the custom-elements manifest, which the package has as `custom-elements.json` beside data for editors.',
    '## Attributes',
    described(attributes),
    '## Properties',
    table(['Name', 'Type', 'Meaning'], properties),
    '## Methods',
    ...shown.filter(({ kind }) => kind === 'method').map(method),
    '## Events',
    'What each carries is on the page [Events](../events.md).',
    described(events),
    '## Parts, custom properties, slots',
    described([...cssParts, ...cssProperties, ...slots]),
    '## What check() finds',
    'The codes of `SignSession.check()`, with what is so and what you change. `{detail}` stands for what was found.',
    table(['Code', 'What is so', 'What you change'], findings),
  ].join('\n\n');
}

/** The element's page, from the manifest that `npm run build:npm` makes. */
export async function elementPage(): Promise<string> {
  const file = path.resolve('dist/npm/custom-elements.json');
  const { modules }: { modules: { declarations: Element[] }[] } = JSON.parse(await readFile(file, 'utf8'));
  const element = modules.flatMap(({ declarations }) => declarations).find(({ tagName }) => tagName);
  if (element === undefined) throw new Error(`${file} describes no element.`);
  return elementText(element);
}

/** The service's operations and events, from what its OpenAPI document is made of. */
export function interfacePage(): string {
  const operations = [...OPERATION_ENTRIES].map(([route, entry]) => ({ route, ...entry }));
  const groups = Object.entries(TAGS).flatMap(([tag, about]) => [
    `## ${tag}`,
    plain(about),
    table(
      ['Operation', 'Route', 'What it does'],
      operations
        .filter(entry => entry.tag === tag)
        .map(({ operationId, route, description }) => [code(operationId), code(route), plain(description)]),
    ),
  ]);
  const events = Object.entries(EVENT_ENTRIES).map(([name, { description }]) => [
    code(name),
    plain(description),
  ]);
  return [
    '# The service’s interface',
    'An overview. `/openapi.json` of your service has every schema and example (OpenAPI 3.1); `/docs` shows it as a page, on which it can be tried. Operation ids are stable: generated clients name their functions after them. [Errors](../errors.md#from-the-service-problem-types) are problem objects.',
    ...groups,
    '## Events of webhooks',
    'One delivery each, verified as [Servers](../servers.md#the-rules) says. An event may come twice, with the same `id`.',
    table(['Type', 'When'], events),
  ].join('\n\n');
}

import { z } from 'zod';

const description = z.string().default('');
const declarationSchema = z.object({
  tagName: z.string().optional(),
  attributes: z
    .array(z.object({ name: z.string(), fieldName: z.string().optional(), description }))
    .default([]),
  members: z.array(z.object({ kind: z.string(), name: z.string(), description })).default([]),
  events: z
    .array(z.object({ name: z.string(), type: z.object({ text: z.string() }), description }))
    .default([]),
});

/** What of a custom-elements manifest is read here. */
const manifestSchema = z.object({
  modules: z.array(z.object({ declarations: z.array(declarationSchema).default([]) })),
});

/** The element as the generated types need it. */
interface ElementContract {
  readonly attributes: readonly { readonly name: string; readonly property: string; readonly text: string }[];
  /** Public properties that have no attribute. */
  readonly properties: readonly { readonly name: string; readonly text: string }[];
  readonly events: readonly { readonly name: string; readonly type: string; readonly text: string }[];
}

export const FRAMEWORKS = ['react', 'preact', 'solid', 'vue', 'svelte'] as const;

/** Reads the contract off the manifest. */
export function elementOf(manifest: unknown): ElementContract {
  const element = manifestSchema
    .parse(manifest)
    .modules.flatMap(({ declarations }) => declarations)
    .find(({ tagName }) => tagName === 'sign-session');
  if (element === undefined) throw new Error('The manifest has no <sign-session>.');
  const attributes = element.attributes.map(({ name, fieldName, description: text }) => ({
    name,
    property: fieldName ?? name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
    text,
  }));
  const withAttribute = new Set(attributes.map(({ property }) => property));
  return {
    attributes,
    properties: element.members
      .filter(({ kind, name }) => kind === 'field' && !withAttribute.has(name))
      .map(({ name, description: text }) => ({ name, text })),
    events: element.events.map(({ name, type, description: text }) => ({ name, type: type.text, text })),
  };
}

const line = (text: string, declaration: string): string =>
  `  ${text === '' ? '' : `/** ${text.replaceAll(/\s+/g, ' ')} */\n  `}${declaration}\n`;

const capitalized = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

/** `sign-completed` → `SignCompleted`. */
const camelCased = (name: string): string => name.split('-').map(capitalized).join('');

const typeOf = (name: string): string => `SignSession['${name}']`;

/** As an attribute an object is written in JSON. */
const attributeTypeOf = (name: string): string =>
  name === 'appearance' ? `${typeOf(name)} | string` : typeOf(name);

/** Interfaces of attributes, properties and event handlers, which the frameworks' types combine. */
export function elementTypes({ attributes, properties, events }: ElementContract): string {
  const handlers = (interfaceName: string, prefix: string, eventName: (name: string) => string) =>
    `export interface ${interfaceName} {\n${events
      .map(({ name, type, text }) =>
        line(text, `'${prefix}${eventName(name)}'?: ((event: ${type}) => void) | undefined;`),
      )
      .join('')}}\n`;
  return [
    `import type {\n  SignSession,\n${events.map(({ type }) => `  ${type},\n`).join('')}} from '../pure.js';\n`,
    `export interface Attributes {\n${attributes
      .map(({ name, property: own, text }) => line(text, `'${name}'?: ${attributeTypeOf(own)} | undefined;`))
      .join('')}}\n`,
    `export interface Properties {\n${[
      ...attributes.map(({ property: own, text }) => ({ name: own, text })),
      ...properties,
    ]
      .map(({ name, text }) => line(text, `${name}?: ${typeOf(name)} | undefined;`))
      .join('')}}\n`,
    handlers('Handlers', 'on', name => name),
    handlers('CamelCaseHandlers', 'on', camelCased),
    handlers('ColonHandlers', 'on:', name => name),
  ].join('\n');
}

const HEADER = (framework: string) =>
  `/*
 * \`<sign-session>\` in ${framework}. Name it once, in the \`types\` of your tsconfig.json or in a declaration file of yours:
 * \`/// <reference types="sign-session/types/${framework.toLowerCase()}" />\`
 */
`;

/** The module of a framework's types, which adds the element to the framework's own. */
export function frameworkTypes(framework: (typeof FRAMEWORKS)[number], element: ElementContract): string {
  const properties = element.attributes.map(({ property }) => property);
  switch (framework) {
    case 'react':
      return `${HEADER('React')}import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { SignSession } from '../pure.js';
import type { Attributes, Handlers, Properties } from './element.js';

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'sign-session': Attributes &
        Properties &
        Handlers &
        Omit<DetailedHTMLProps<HTMLAttributes<SignSession>, SignSession>, keyof Attributes>;
    }
  }
}
`;
    case 'preact':
      return `${HEADER('Preact')}import type { ClassAttributes, HTMLAttributes } from 'preact';
import type { SignSession } from '../pure.js';
import type { Attributes, Handlers, Properties } from './element.js';

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'sign-session': Attributes &
        Properties &
        Handlers &
        ClassAttributes<SignSession> &
        Omit<HTMLAttributes<SignSession>, keyof Attributes>;
    }
  }
}
`;
    case 'solid':
      return `${HEADER('Solid')}import type { JSX as SolidJsx } from 'solid-js';
import type { SignSession } from '../pure.js';
import type { Attributes, ColonHandlers, Properties } from './element.js';

type PropertiesByPrefix = { [Name in keyof Properties as \`prop:\${Name}\`]?: Properties[Name] };

declare module 'solid-js' {
  namespace JSX {
    interface IntrinsicElements {
      'sign-session': Attributes &
        PropertiesByPrefix &
        ColonHandlers &
        Omit<SolidJsx.HTMLAttributes<SignSession>, keyof Attributes>;
    }
  }
}
`;
    case 'vue':
      return `${HEADER('Vue')}import type { HTMLAttributes, VNodeProps } from 'vue';
import type { CamelCaseHandlers, Properties } from './element.js';

declare module 'vue' {
  interface GlobalComponents {
    'sign-session': new () => {
      $props: Properties & CamelCaseHandlers & VNodeProps & Omit<HTMLAttributes, ${properties.map(name => `'${name}'`).join(' | ')}>;
    };
  }
}
`;
    case 'svelte':
      return `${HEADER('Svelte')}import type { HTMLAttributes } from 'svelte/elements';
import type { SignSession } from '../pure.js';
import type { Attributes, Handlers, Properties } from './element.js';

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'sign-session': Attributes &
      Properties &
      Handlers &
      Omit<HTMLAttributes<SignSession>, keyof Attributes>;
  }
}
`;
    default:
      return framework satisfies never;
  }
}

/**
 * The page at `/docs`: Swagger UI over the service's own `/openapi.json`. Everything comes from the page's origin, and
 * nothing goes elsewhere.
 */
import SwaggerUI, { type SwaggerSystem } from 'swagger-ui-dist/swagger-ui-es-bundle.js';

/** What descriptions are made of: tags without attributes, which can neither run nor load anything. */
const PLAIN =
  /^(?:[^<]|<\/?(?:p|h[1-6]|ul|ol|li|strong|em|b|i|del|code|pre|br|hr|blockquote|table|thead|tbody|tr|th|td)>)*$/;

/** `window.trustedTypes`, in browsers that have it. */
interface PolicyFactory {
  createPolicy(name: string, rules: { createHTML: (html: string) => string }): unknown;
}

/**
 * Lets Swagger UI show the descriptions: it renders their CommonMark to HTML, cleans that (DOMPurify) and sets it as
 * text, which `require-trusted-types-for 'script'` forbids. Any other HTML is shown as the text that it is.
 */
export function allowPlainHtml(): void {
  const factory: unknown = Reflect.get(globalThis, 'trustedTypes');
  if (!isFactory(factory)) return;
  factory.createPolicy('default', {
    createHTML: html => (PLAIN.test(html) ? html : html.replaceAll('<', '&lt;')),
  });
}

function isFactory(value: unknown): value is PolicyFactory {
  return typeof value === 'object' && value !== null && 'createPolicy' in value;
}

/** The members of the OpenAPI document that this page reads. */
interface InterfaceDocument {
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
}

allowPlainHtml();
followColorScheme();
await show();

/** Swagger UI has a dark theme but does not select it. */
function followColorScheme(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
  dark.addEventListener('change', apply);
  apply();
}

async function show(): Promise<void> {
  const spec = await readDocument();
  SwaggerUI({
    domNode: document.querySelector('#reference'),
    spec,
    validatorUrl: null,
    deepLinking: true,
    // Schemas are shown where they are used.
    defaultModelsExpandDepth: -1,
    displayRequestDuration: true,
    syntaxHighlight: { theme: 'tomorrow-night' },
    plugins: [accessibleParts, eventsTarget],
    onComplete: () => showGroups(spec),
  });
}

/**
 * Replaces inaccessible parts of Swagger UI: a link within the button that opens an operation,
 * and an unlabelled select for the only server.
 */
function accessibleParts({ React }: SwaggerSystem): Record<string, unknown> {
  const components = {
    DeepLink: ({ text }: { text: string }) => React.createElement('span', null, text),
    ServersContainer: () => null,
  };
  return { components };
}

/** Adds an id to the events, which have no group to link to. */
function eventsTarget({ React }: SwaggerSystem): Record<string, unknown> {
  const Webhooks = (Original: unknown) => (properties: object) =>
    React.createElement('div', { id: 'events' }, React.createElement(Original, properties));
  return { wrapComponents: { Webhooks } };
}

/** Replaces the server's origin by the page's, because requests to another host name would be cross-origin. */
async function readDocument(): Promise<InterfaceDocument> {
  const response = await fetch('/openapi.json');
  const text = await response.text();
  const [server]: InterfaceDocument['servers'] = JSON.parse(text).servers;
  return JSON.parse(server === undefined ? text : text.replaceAll(`"${server.url}`, `"${location.origin}`));
}

/** Links to the groups, in their order. */
function showGroups({ tags }: InterfaceDocument): void {
  const links = tags.map(({ name }) => linkTo(name, `operations-tag-${name.replaceAll(' ', '_')}`));
  document.querySelector('#groups')?.replaceChildren(...links, linkTo('Events', 'events'));
}

function linkTo(text: string, id: string): HTMLAnchorElement {
  const link = document.createElement('a');
  link.href = `#${id}`;
  link.textContent = text;
  // Swagger UI keeps the last opened operation in the address.
  link.addEventListener('click', event => {
    event.preventDefault();
    document.getElementById(id)?.scrollIntoView();
  });
  return link;
}

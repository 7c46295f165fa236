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

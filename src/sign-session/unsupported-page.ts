/** By language. Nothing else of the widget is used here: it may not work on such a page. */
const TEXTS: Readonly<Record<string, string>> = {
  en: 'You cannot continue on this page. A program on it changes how the browser works, so it would not be safe. Tell whoever runs the site.',
  es: 'No es posible continuar en esta página. Un programa que está en ella altera el funcionamiento del navegador y no sería seguro. Avise a quien administra el sitio.',
  pt: 'Não é possível continuar nesta página. Um programa que está nela altera o funcionamento do navegador, e não seria seguro. Avise quem administra o site.',
};

/**
 * Tells the signer, in place of everything else, that the page rules out a session, and the developer why.
 *
 * @param locale as the page has set it.
 * @param broken built-ins, such as `Array.prototype.map`.
 */
export function showUnsupportedPage(element: Element, locale: string | undefined, broken: string): void {
  console.error(
    `<sign-session>: a program on this page has replaced ${broken} by something that does not do what the language says. ` +
      'Nothing can be signed here safely. Load that program on other pages only.',
  );
  const notice = document.createElement('p');
  notice.setAttribute('role', 'alert');
  notice.textContent = TEXTS[(locale ?? navigator.language).slice(0, 2)] ?? TEXTS['en'] ?? '';
  const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
  root.textContent = '';
  root.appendChild(notice);
}

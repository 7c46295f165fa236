/** What a host page's style sheet does to everything it can reach, and what everything inherits from it. */
const STYLES = `
  * { all: unset !important; }
  canvas, iframe { display: none !important; visibility: hidden !important; }
  div, p, section { position: fixed !important; float: right !important; }
  button, a, input, h3 { display: none !important; }
  html { font-size: 41px !important; }
  body {
    color: red !important; direction: rtl !important; font: italic 900 40px/3 fantasy !important;
    letter-spacing: 9px !important; text-indent: 50px !important; text-transform: uppercase !important;
    white-space: pre !important; word-spacing: 30px !important; writing-mode: vertical-rl !important;
  }
  ::selection { display: none; }`;

export function addHostileStyles(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLES);
  document.adoptedStyleSheets.push(sheet);
}

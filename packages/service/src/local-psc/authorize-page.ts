import { html } from 'hono/html';

/** What QA can do on a test provider's page. */
export const DECISIONS = ['approve', 'deny', 'wait', 'other-holder'] as const;
export type Decision = (typeof DECISIONS)[number];

const LABELS: Readonly<Record<Decision, string>> = {
  approve: 'Autorizar',
  deny: 'Recusar',
  wait: 'Deixar esperando',
  'other-holder': 'Autorizar com o certificado de outra pessoa',
};

/** The page's style sheet, served beside it. */
export const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 26rem; margin: 0 auto; padding: 1.5rem 1rem; }
h1 { font-size: 1.25rem; }
label { display: block; }
button { display: block; width: 100%; min-height: 2.75rem; margin: .75rem 0; font: inherit; }
.note { padding: .5rem .75rem; border: 1px solid; border-radius: .25rem; }
`;

/**
 * Stands for the page of a provider, where its app shows a code to scan. Nothing in it is remembered.
 * @param action where its form goes
 */
export function authorizePage(page: {
  readonly provider: string;
  readonly id: string;
  readonly action: string;
  readonly style: string;
  readonly isWaiting: boolean;
  /** What the signer is asked. */
  readonly question: string;
  /** A CPF or CNPJ that QA can change, where nobody said who signs. */
  readonly holder?: string | undefined;
}) {
  const { provider, id, action, style, isWaiting, question, holder } = page;
  return html`<!doctype html>
    <html lang="pt-BR">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${provider}</title>
        <link rel="stylesheet" href="${style}" />
      </head>
      <body>
        <h1>${provider}</h1>
        <p class="note">Provedor de teste deste computador. Nenhuma empresa está envolvida.</p>
        ${isWaiting ? html`<p role="status">Aguardando a pessoa no aplicativo.</p>` : ''}
        <p>${question}</p>
        <form method="post" action="${action}?request=${id}">
          ${
            holder === undefined
              ? ''
              : html`<label>CPF ou CNPJ <input name="holder" placeholder="${holder}" /></label>`
          }
          ${DECISIONS.map(
            decision => html`<button name="decision" value="${decision}">${LABELS[decision]}</button>`,
          )}
        </form>
      </body>
    </html>`;
}

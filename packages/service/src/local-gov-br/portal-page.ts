import { html } from 'hono/html';
import { STAMP_PLACES, type StampPlace } from './portal-signature.ts';

const LABELS: Readonly<Record<StampPlace, string>> = {
  foot: 'No rodapé da última página',
  head: 'No alto da primeira página, sobre o texto',
};

const radio = (place: StampPlace, isChosen: boolean) =>
  // oxlint-disable-next-line lit/no-value-attribute -- a page that the service writes, not a template of Lit's
  html`<input type="radio" name="place" value="${place}" ${isChosen ? 'checked' : ''} />`;

/**
 * Stands for the government's portal, where a person signs a file of their own. Nothing in it is remembered.
 * @param page.action where its form goes
 * @param page.style the address of its style sheet
 */
export function portalPage({ action, style }: { readonly action: string; readonly style: string }) {
  return html`<!doctype html>
    <html lang="pt-BR">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Portal de assinatura (teste)</title>
        <link rel="stylesheet" href="${style}" />
      </head>
      <body>
        <h1>Portal de assinatura</h1>
        <p class="note">Portal de teste deste computador. Nenhum órgão do governo está envolvido.</p>
        <form method="post" action="${action}" enctype="multipart/form-data">
          <label for="file">Documento em PDF</label>
          <input id="file" type="file" name="file" accept="application/pdf" required />
          <label for="cpf">CPF de quem assina</label>
          <input id="cpf" name="cpf" inputmode="numeric" autocomplete="off" required />
          <fieldset>
            <legend>Lugar da assinatura</legend>
            ${STAMP_PLACES.map(
              (place, index) => html`<label>${radio(place, index === 0)} ${LABELS[place]}</label>`,
            )}
          </fieldset>
          <button>Assinar e baixar</button>
        </form>
      </body>
    </html>`;
}

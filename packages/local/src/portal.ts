/** The page that stands for the gov.br portal: it signs a file as the portal does, and hands it back. */
import * as z from 'zod';
import { MAX_DOCUMENT_TEXT } from '../../service/src/documents/document-content.ts';
import type { Clock } from '../../service/src/domain/clock.ts';
import { readCpf } from '../../service/src/domain/identifiers.ts';
import { Problem } from '../../service/src/domain/problem.ts';
import type { ServiceApp } from '../../service/src/http/app.ts';
import { receiveBody } from '../../service/src/http/request-body.ts';
import { mountRevocation } from './authority/routes.ts';
import { STYLE } from './providers/authorize.ts';
import type { TestCloudHolders, TestSigners, CloudHolder } from './authority/test-signers.ts';
import { html } from 'hono/html';
import { StandardFonts, type PDFDocument, type PDFPage, type PDFRef } from '@cantoo/pdf-lib';
import { bytesToSign, signedAttributes, signedData } from '../../service/src/cms/signed-data.ts';
import { sha256 } from '../../service/src/domain/sha256.ts';
import { openUpdate, untracked } from '../../service/src/pdf/document-update.ts';
import { existingSignatures } from '../../service/src/pdf/existing-signatures.ts';
import {
  addSignatureField,
  fillPlaceholder,
  openPlaceholder,
  partsAround,
  SIGNATURE_BYTES,
  type SignatureLook,
} from '../../service/src/pdf/signature-field.ts';
import { importPrivateKey, RSA_SHA256 } from '../../service/src/pki/issue-certificate.ts';

/** Where the test portal is. Not under /_local, which pages of other origins on this machine can't open. */
export const PORTAL_PATH = '/pki/test-portal';

/** Where the stamp goes: at the foot of the last page, or at the head of the first, where text mostly is. */
const STAMP_PLACES = ['foot', 'head'] as const;
type StampPlace = (typeof STAMP_PLACES)[number];

const formSchema = z.object({
  file: z.instanceof(File),
  cpf: z
    .string()
    .transform(text => readCpf(text))
    .pipe(z.string()),
  place: z.enum(STAMP_PLACES).default('foot'),
});

interface LocalPortalOptions {
  readonly testGovBr: TestSigners;
  readonly holders: TestCloudHolders;
  readonly clock: Clock;
}

/** The test portal of local mode: a page that signs the file of anybody with a certificate of the test authority. */
export function mountLocalPortal(app: ServiceApp, { testGovBr, holders, clock }: LocalPortalOptions): void {
  mountRevocation(app, testGovBr);
  app.use(PORTAL_PATH, ...receiveBody(MAX_DOCUMENT_TEXT));
  app.get(PORTAL_PATH, c => c.html(portalPage({ action: PORTAL_PATH, style: `${PORTAL_PATH}.css` })));
  app.get(`${PORTAL_PATH}.css`, c => c.body(STYLE, 200, { 'Content-Type': 'text/css' }));
  app.post(PORTAL_PATH, async c => {
    const form = formSchema.safeParse(await c.req.parseBody());
    if (!form.success) throw new Problem('validation-error', 'Needs a file and a CPF.');
    const { file, cpf, place } = form.data;
    const original = new Uint8Array(await file.arrayBuffer());
    const signing = { holder: await holders.of(cpf), place, signedAt: clock.now() };
    const signed = await signAsPortal(original, signing).catch((cause: unknown) => {
      throw new Problem('validation-error', 'The file cannot be read.', { cause });
    });
    return c.body(new Uint8Array(signed), 200, {
      'Content-Type': 'application/pdf',
      'Content-Disposition': 'attachment; filename="assinado.pdf"',
      'Cache-Control': 'no-store',
    });
  });
}

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
function portalPage({ action, style }: { readonly action: string; readonly style: string }) {
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

interface PortalSigning {
  readonly holder: CloudHolder;
  readonly place: StampPlace;
  readonly signedAt: Date;
}

/** In points, as the portal's. */
const STAMP = { width: 165, height: 45 } as const;
const MARGIN = 12;
/** From the page's top to the stamp's foot. */
const HEAD = 75;

/**
 * Signs a PDF as the gov.br portal does (files that it signed in 2024 to 2026): an incremental update with a visible
 * signature, `adbe.pkcs7.detached`, the time in the CMS too, the signer's certificate alone.
 * @throws the PDF library's errors where the file can't be read
 */
async function signAsPortal(
  original: Uint8Array,
  { holder, place, signedAt }: PortalSigning,
): Promise<Uint8Array> {
  const { document, finish } = await openUpdate(original);
  const pages = document.getPages();
  const page = (place === 'foot' ? pages.at(-1) : pages[0]) ?? document.getPage(0);
  const field = await addSignatureField(document, page, {
    name: 'Signature',
    signedAt,
    cmsBytes: SIGNATURE_BYTES,
    certifies: !existingSignatures(document.context).signed,
    kind: 'older-signature',
    look: await stamp(document, page, place),
  });
  const file = await finish();
  const placeholder = openPlaceholder(file, field.signature, SIGNATURE_BYTES);
  fillPlaceholder(file, placeholder, await sign(sha256(...partsAround(file, placeholder)), holder, signedAt));
  return file;
}

async function sign(messageDigest: Uint8Array, holder: CloudHolder, signingTime: Date): Promise<Uint8Array> {
  const { certificate, privateKeyPem } = holder;
  const signedAttrs = signedAttributes({ messageDigest, certificate, signingTime });
  const key = await importPrivateKey(privateKeyPem);
  const signature = await crypto.subtle.sign(RSA_SHA256.name, key, bytesToSign(signedAttrs));
  const algorithm = 'RSASSA-PKCS1-v1_5';
  return signedData({
    chain: [certificate],
    signedAttrs,
    algorithm,
    signature: new Uint8Array(signature),
  });
}

async function stamp(document: PDFDocument, page: PDFPage, place: StampPlace): Promise<SignatureLook> {
  const { x, y, width, height } = page.getCropBox();
  const left = place === 'foot' ? x + (width - STAMP.width) / 2 : x + 3 * MARGIN;
  const bottom = y + (place === 'foot' ? MARGIN : height - HEAD);
  return {
    rect: [left, bottom, left + STAMP.width, bottom + STAMP.height],
    form: await stampForm(document),
  };
}

function stampForm({ context }: PDFDocument): Promise<PDFRef> {
  const { width, height } = STAMP;
  const drawing = [
    `0.9 0.9 0.9 rg 0 0 ${width} ${height} re f`,
    'BT 0 0 0 rg /F1 8 Tf 6 27 Td (Documento assinado no portal de teste) Tj 0 -14 Td (Sem valor legal) Tj ET',
  ];
  return untracked(context, () =>
    context.register(
      context.stream(drawing.join('\n'), {
        Type: 'XObject',
        Subtype: 'Form',
        BBox: [0, 0, width, height],
        Resources: { Font: { F1: { Type: 'Font', Subtype: 'Type1', BaseFont: StandardFonts.Helvetica } } },
      }),
    ),
  );
}

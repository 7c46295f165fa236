import { StandardFonts } from '@cantoo/pdf-lib';
import type { PDFDocument, PDFPage, PDFRef } from '@cantoo/pdf-lib';
import { signedAttributes, bytesToSign } from '../cms/signed-attributes.ts';
import { signedData } from '../cms/signed-data.ts';
import { sha256 } from '../domain/sha256.ts';
import { untracked } from '../pdf/change-tracking.ts';
import { openUpdate } from '../pdf/document-update.ts';
import { existingSignatures } from '../pdf/existing-signatures.ts';
import { addSignatureField, SIGNATURE_BYTES, type SignatureLook } from '../pdf/signature-field.ts';
import { fillPlaceholder, openPlaceholder, partsAround } from '../pdf/signature-placeholder.ts';
import { importPrivateKey, RSA_SHA256 } from '../pki/issue-certificate.ts';
import type { CloudHolder } from '../pki/test-cloud-holders.ts';

/** Where the stamp goes: at the foot of the last page, or at the head of the first, where text mostly is. */
export const STAMP_PLACES = ['foot', 'head'] as const;
export type StampPlace = (typeof STAMP_PLACES)[number];

export interface PortalSigning {
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
export async function signAsPortal(
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

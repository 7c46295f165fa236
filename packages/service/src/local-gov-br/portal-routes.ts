import * as z from 'zod';
import { MAX_DOCUMENT_TEXT } from '../documents/document-content.ts';
import type { Clock } from '../domain/clock.ts';
import { readCpf } from '../domain/identifiers/cpf.ts';
import { Problem } from '../domain/problem.ts';
import type { ServiceApp } from '../http/app.ts';
import { receiveBody } from '../http/request-body.ts';
import { mountRevocation } from '../local/certificate-routes.ts';
import { STYLE } from '../local-psc/authorize-page.ts';
import type { TestCloudHolders } from '../pki/test-cloud-holders.ts';
import type { TestSigners } from '../pki/test-signers.ts';
import { portalPage } from './portal-page.ts';
import { signAsPortal, STAMP_PLACES } from './portal-signature.ts';

/** Where the test portal is. Not under /_local, which pages of other origins on this machine can't open. */
export const PORTAL_PATH = '/pki/test-portal';

const formSchema = z.object({
  file: z.instanceof(File),
  cpf: z
    .string()
    .transform(text => readCpf(text))
    .pipe(z.string()),
  place: z.enum(STAMP_PLACES).default('foot'),
});

export interface LocalPortalOptions {
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

/** Hands out test certificates and what verifiers ask their authority for. */
import { createRoute, z } from '@hono/zod-openapi';
import { fromBase64 } from '../../../service/src/domain/bytes.ts';
import type { ServiceApp } from '../../../service/src/http/app.ts';
import { receiveBody } from '../../../service/src/http/request-body.ts';
import { json } from '../../../service/src/http/openapi-parts.ts';
import type { Random } from '../../../service/src/domain/ids.ts';
import { notFound } from '../../../service/src/domain/problem.ts';
import { TEST_PASSWORD } from './test-certificates.ts';
import { TEST_TIMESTAMP_PATH, type TestSigners } from './test-signers.ts';

const MAX_REQUEST = 16 * 1024;

const certificatesAnswer = z.array(
  z.object({
    name: z.string(),
    password: z.string(),
    cpf: z.string().optional(),
    cnpj: z.string().optional(),
    downloadUrl: z.string(),
  }),
);

interface CertificateRoutesOptions {
  readonly testSigners: TestSigners;
  readonly publicAddress: string;
  readonly random: Random;
}

/** Serves the test authority's A1 files, revocation list, OCSP responder and timestamps. */
export function mountLocalCertificates(app: ServiceApp, options: CertificateRoutesOptions): void {
  const { testSigners, publicAddress, random } = options;
  const timestamps = testSigners.timestamps(random);
  const listRoute = createRoute({
    method: 'get',
    path: '/_local/certificates',
    hide: true,
    responses: { 200: json('The files, the valid one first', certificatesAnswer) },
  });
  app.openapi(listRoute, async c => {
    const files = (await testSigners.files()).map(({ name, cpf, cnpj }) => ({
      name,
      password: TEST_PASSWORD,
      cpf,
      cnpj,
      downloadUrl: `${publicAddress}/_local/certificates/${name}.p12`,
    }));
    c.header('Cache-Control', 'no-store');
    return c.json(certificatesAnswer.parse(files), 200);
  });
  app.get('/_local/certificates/:file{[a-z0-9-]+\\.p12}', async c => {
    const name = c.req.param('file').replace(/\.p12$/, '');
    const found = (await testSigners.files()).find(file => file.name === name);
    if (found === undefined) throw notFound();
    return c.body(fromBase64(found.content), 200, {
      'Content-Type': 'application/x-pkcs12',
      'Content-Disposition': `attachment; filename="${name}.p12"`,
      'Cache-Control': 'no-store',
    });
  });
  mountRevocation(app, testSigners);
  app.use(TEST_TIMESTAMP_PATH, ...receiveBody(MAX_REQUEST));
  app.post(TEST_TIMESTAMP_PATH, async c => {
    const reply = await timestamps.answer(new Uint8Array(await c.req.arrayBuffer()));
    return c.body(reply, 200, {
      'Content-Type': 'application/timestamp-reply',
      'Cache-Control': 'no-store',
    });
  });
}

/**
 * Serves a test authority's revocation list and its OCSP responder. Not under /_local, because verifiers must be able
 * to reach them.
 */
export function mountRevocation(app: ServiceApp, authority: TestSigners): void {
  const { list: listPath, responder } = authority.paths;
  app.get(listPath, async c => {
    const list = await authority.revocationList();
    if (list === undefined) throw notFound();
    return c.body(list, 200, { 'Content-Type': 'application/pkix-crl', 'Cache-Control': 'no-store' });
  });
  app.use(responder, ...receiveBody(MAX_REQUEST));
  app.post(responder, async c => {
    const answer = await authority.answer(new Uint8Array(await c.req.arrayBuffer()));
    if (answer === undefined) throw notFound();
    return c.body(answer, 200, {
      'Content-Type': 'application/ocsp-response',
      'Cache-Control': 'no-store',
    });
  });
}

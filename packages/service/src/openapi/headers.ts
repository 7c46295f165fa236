import type { DocumentedOperation } from './operation.ts';

const text = (description: string, example: string) => {
  return { description, schema: { type: 'string' as const }, example };
};
const count = (description: string, example: number) => {
  return { description, schema: { type: 'integer' as const, minimum: 0 }, example };
};

/** The response headers of the interface, under `components`. */
export const HEADER_COMPONENTS = {
  'API-Version': text('Version of the interface. It selects nothing.', '1.0'),
  'X-Request-Id': text(
    'Identifies the request in the log of the service. Name it when you report a problem.',
    '0b9f3c4e-6a0d-4c57-9e21-2f6d5d0f8a11',
  ),
  'Retry-After': count(
    'Seconds to wait before the request is repeated (RFC 9110). Absent where a quota is used up.',
    2,
  ),
  'WWW-Authenticate': text('How to authenticate (RFC 9110).', 'Bearer'),
  'RateLimit-Limit': count('The quota with its tolerance. Absent where no quota limits the tenant.', 1000),
  'RateLimit-Remaining': count('What is left of the quota.', 998),
  'RateLimit-Reset': count('Seconds until the quota is reset.', 896_516),
  Deprecation: text('Since when the endpoint is deprecated (RFC 9745).', '@1756684800'),
  Sunset: text('When the endpoint is removed (RFC 8594).', 'Tue, 01 Sep 2026 00:00:00 GMT'),
  Link: text(
    'The endpoint that replaces this one.',
    '</admin/tenants/shop/credentials>; rel="successor-version"',
  ),
  ETag: text('SHA-256 of the file in hex, in quotes.', '"9f86d081…"'),
  Location: text(
    'Where the bytes are for a minute (RFC 9110).',
    'https://documents.example/doc_1?X-Amz-Signature=…',
  ),
  'Repr-Digest': text(
    'SHA-256 of the whole file (RFC 9530).',
    'sha-256=:n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg=:',
  ),
  'Content-Disposition': text('The name of the file (RFC 6266).', 'attachment; filename="contrato.pdf"'),
  'Accept-Ranges': text('That parts of the file can be asked for (RFC 9110).', 'bytes'),
  'Content-Range': text('Which bytes of the file these are.', 'bytes 0-1023/48211'),
};
type HeaderName = keyof typeof HEADER_COMPONENTS;

/** Operations that can answer 429 but use no quota. */
const WITHOUT_QUOTA = new Set(['createAccessToken', 'streamSigningSession', 'finalizeTransaction']);

const QUOTA = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const;
const FILE = ['ETag', 'Repr-Digest', 'Content-Disposition'] as const;

/** The headers of a response. */
function headersOf(operation: DocumentedOperation, status: string, isProblem: boolean): HeaderName[] {
  const { operationId = '', deprecated = false, responses = {} } = operation;
  const hasQuota = '429' in responses && !WITHOUT_QUOTA.has(operationId);
  const isFile = operationId === 'downloadDocument' && !isProblem;
  return [
    'API-Version' as const,
    'X-Request-Id' as const,
    ...(hasQuota && /^2|^429$/.test(status) ? QUOTA : []),
    ...(isProblem && /^(429|503)$/.test(status) ? ['Retry-After' as const] : []),
    ...(status === '401' ? ['WWW-Authenticate' as const] : []),
    ...(deprecated && /^(2..|410)$/.test(status) ? (['Deprecation', 'Sunset', 'Link'] as const) : []),
    ...(isFile && status !== '307' ? FILE : []),
    ...(isFile && status === '307' ? ['Location' as const] : []),
    ...(isFile && status.startsWith('2') ? ['Accept-Ranges' as const] : []),
    ...(isFile && status === '206' ? ['Content-Range' as const] : []),
  ];
}

/** Adds the headers to each response of an operation. */
export function addHeaders(operation: DocumentedOperation): void {
  for (const [status, response] of Object.entries(operation.responses ?? {})) {
    const isProblem = 'application/problem+json' in (response.content ?? {});
    response.headers = Object.fromEntries(
      headersOf(operation, status, isProblem).map(name => [name, { $ref: `#/components/headers/${name}` }]),
    );
  }
}

import type { ServiceApp } from '../http/app.ts';

export type OpenApiDocument = ReturnType<ServiceApp['getOpenAPI31Document']>;

/** An operation in the OpenAPI document. */
export type DocumentedOperation = NonNullable<NonNullable<OpenApiDocument['paths']>[string]['get']>;

/** The groups of the document, in order. */
export const TAGS = {
  Authentication: 'Access tokens for integrators (OAuth 2.0, client credentials).',
  'Signing sessions':
    'One signer signs one PDF, or confirms one action, on the hosted page or in the widget.',
  'Trust sessions': 'One signer confirms one action. There is no document.',
  Signer: 'What the signer’s page calls with the client secret of its session.',
  Envelopes: 'Two or more signers of one PDF.',
  Transactions: 'The direct flow: your server takes each step for a signer whom it has identified.',
  Users: 'Reference photos of your users’ faces, which BIOMETRIC_MATCH compares with.',
  Evidence: 'Evidence packs and documents of completed transactions.',
  Verification: 'Checks of evidence and of signed files. Public, except where a scope is named.',
  Webhooks: 'Addresses of yours that receive events.',
  Quotas: 'What the tenant may use, and has used.',
  Health: 'The state of the service, for monitoring and load balancers.',
  Administration: 'Clients of a tenant.',
} as const;
export type Tag = keyof typeof TAGS;

/** What the document says about an operation besides its route's declaration. */
export interface OperationEntry {
  readonly operationId: string;
  readonly description: string;
}

/** Operations by method and path, such as `POST /v1/webhooks`. */
export type Operations = Readonly<Record<string, OperationEntry>>;

export function operation(operationId: string, description: string): OperationEntry {
  return { operationId, description };
}

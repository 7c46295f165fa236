/** An API client of the local service. Its secret is printed in the service's own documentation. */
export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly label: string;
  /** The tenant that it belongs to. */
  readonly tenantId: string;
}

/** The two clients that the service creates at its first start. */
export const LOCAL_CLIENTS = [
  { clientId: 'local', clientSecret: 'local-secret', label: 'local · sandbox', tenantId: 'tenant_local' },
  {
    clientId: 'limited',
    clientSecret: 'limited-secret',
    label: 'limited · 2 a month',
    tenantId: 'tenant_limited',
  },
] as const satisfies readonly Credentials[];

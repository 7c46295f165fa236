/** An entry of the audit log as it is logged, so that its hash is kept outside of the database. */
export interface AuditRecord {
  readonly number: number;
  readonly act: string;
  readonly tenantId: string;
  readonly hash: string;
}

/** One line for people. */
export function describeAudit({ number, act, tenantId, hash }: AuditRecord): string {
  return `Audit entry ${number}: ${act} ${tenantId} ${hash}`;
}

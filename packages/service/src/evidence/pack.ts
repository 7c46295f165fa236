import canonicalize from 'canonicalize';
import * as z from 'zod';
import type { BatchPlace } from '../domain/batch.ts';
import type { Session, SessionDocument } from '../domain/session.ts';
import { describeResult, type Geolocation, type Step } from '../domain/step.ts';

const PACK_SCHEMA_VERSION = '1.0';

interface PackInput {
  readonly evidenceId: string;
  /** 128 random bits in hex. Without them, a masked CPF could be found by brute force from the public hash. */
  readonly salt: string;
  /** Hash of the signed document: `sha256:` and hex; absent if no document was signed. */
  readonly signedHash: string | undefined;
  readonly completedAt: Date;
  readonly ipAddress: string | undefined;
  readonly userAgent: string | undefined;
  /** Who supplied IP address, user agent and location, if the service did not see them itself. */
  readonly toldBy?: 'integrator';
  readonly geolocation?: Geolocation | undefined;
  /** Of a document in a batch. */
  readonly place?: BatchPlace | undefined;
}

function stepOf(step: Step): Record<string, unknown> {
  return {
    stepId: step.stepId,
    type: step.type,
    status: step.status,
    order: step.order,
    startedAt: step.startedAt?.toISOString(),
    completedAt: step.completedAt?.toISOString(),
    performedBy: step.performedBy,
    result: step.result && describeResult(step.result),
  };
}

/** The location that the device reported last, under the pack's short names. */
function geolocationOf(session: Session, told: Geolocation | undefined): Record<string, unknown> | undefined {
  const own = session.steps.findLast(step => step.result?.geolocation !== undefined);
  const geolocation = told ?? own?.result?.geolocation;
  if (geolocation === undefined) return undefined;
  const { latitude: lat, longitude: lon, accuracy, source } = geolocation;
  return { lat, lon, accuracy, source };
}

function documentOf(document: SessionDocument | undefined): Record<string, unknown> | null {
  if (document === undefined) return null;
  const { filename, hash, sizeBytes, pages, warnings } = document;
  return { filename, hash, sizeBytes, pages, warnings };
}

/**
 * Composes the evidence pack of a session whose steps are completed (service interface, "Evidence pack"). The
 * signer is unmasked.
 */
export function composePack(session: Session, facts: PackInput): Record<string, unknown> {
  const { name, cpf, cnpj, email, phone, userExternalId } = session.request.signer;
  const { document } = session;
  return {
    evidenceId: facts.evidenceId,
    schemaVersion: PACK_SCHEMA_VERSION,
    purpose: session.purpose,
    environment: session.tenant.environment,
    tenantId: session.tenant.tenantId,
    transactionId: session.transactionId,
    sessionId: session.sessionId,
    envelopeId: session.envelope?.envelopeId,
    signerIndex: session.envelope?.signerIndex,
    batch: facts.place,
    document: documentOf(document),
    documentHash: document?.hash,
    signedHash: facts.signedHash,
    action: session.request.action ?? null,
    signer: { name, cpf, cnpj, email, phone, userExternalId },
    policy: { profile: session.profile },
    steps: session.steps.map(stepOf),
    timestamps: {
      createdAt: session.createdAt.toISOString(),
      openedAt: session.openedAt?.toISOString(),
      completedAt: facts.completedAt.toISOString(),
    },
    context: {
      ipAddress: facts.ipAddress,
      userAgent: facts.userAgent,
      geolocation: geolocationOf(session, facts.geolocation),
      toldBy: facts.toldBy,
    },
    metadata: session.request.metadata ?? {},
    salt: facts.salt,
  };
}

/** The pack as canonical JSON (RFC 8785), which is signed and hashed. Undefined members are left out. */
export function canonicalJson(pack: Record<string, unknown>): string {
  const canonical = canonicalize(JSON.parse(JSON.stringify(pack)));
  if (canonical === undefined) throw new TypeError('The pack has no canonical form.');
  return canonical;
}

const deviceSchema = z.object({
  context: z.object({ ipAddress: z.string().optional(), userAgent: z.string().optional() }),
});

/** The signer's device in the pack. */
export function deviceInPack(canonical: string): Pick<PackInput, 'ipAddress' | 'userAgent'> {
  const { ipAddress, userAgent } = deviceSchema.parse(JSON.parse(canonical)).context;
  return { ipAddress, userAgent };
}

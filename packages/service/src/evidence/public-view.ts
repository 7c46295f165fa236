import { STEP_TYPES } from '@sign-session/session-rules';
import * as z from 'zod';
import {
  maskCnpj,
  maskCpf,
  maskEmail,
  maskIpAddress,
  maskName,
  maskOptional,
  maskPhone,
} from '../domain/identifiers/masking.ts';
import { PURPOSES } from '../domain/session.ts';
import type { Tenant } from '../domain/tenant.ts';
import type { SealHolder } from './sealing-input.ts';
import { maskSubject } from './masked-subject.ts';
import { signatureKind } from '../domain/signature-kind.ts';

/** The step results that identify the signer. */
const resultSchema = z.looseObject({
  digitalSignature: z
    .looseObject({ certificateSubject: z.string(), signedAtPortal: z.string().optional() })
    .optional(),
});

/** The parts of a pack that the public view changes; everything else is passed through. */
const packSchema = z.looseObject({
  purpose: z.enum(PURPOSES),
  signer: z.object({
    name: z.string(),
    cpf: z.string().optional(),
    cnpj: z.string().optional(),
    email: z.string().optional(),
    phone: z.string().optional(),
  }),
  steps: z.array(z.looseObject({ type: z.enum(STEP_TYPES), result: resultSchema.optional() })),
  timestamps: z.object({ createdAt: z.string(), openedAt: z.string().optional(), completedAt: z.string() }),
  context: z.looseObject({
    ipAddress: z.string().optional(),
    userAgent: z.string().optional(),
    geolocation: z.looseObject({ lat: z.number(), lon: z.number() }).optional(),
  }),
  sessionId: z.string().optional(),
  metadata: z.unknown(),
});
type Pack = z.infer<typeof packSchema>;

/** Rounds to about 11 km: the town, not the street. */
const coarse = (degrees: number): number => Math.round(degrees * 10) / 10;

function maskSigner({ name, cpf, cnpj, email, phone }: Pack['signer']): Record<string, unknown> {
  const maskedCpf = maskOptional(cpf, maskCpf);
  const maskedCnpj = maskOptional(cnpj, maskCnpj);
  // Company names are public.
  const displayName = cpf === undefined && cnpj !== undefined ? name : maskName(name);
  return {
    displayName,
    name: displayName,
    cpfCnpj: maskedCpf ?? maskedCnpj,
    cpf: maskedCpf,
    cnpj: maskedCnpj,
    email: maskOptional(email, maskEmail),
    phone: maskOptional(phone, maskPhone),
  };
}

function maskContext({ ipAddress, geolocation }: Pack['context']): Record<string, unknown> {
  const place = geolocation && { lat: coarse(geolocation.lat), lon: coarse(geolocation.lon) };
  return { ipAddress: maskOptional(ipAddress, maskIpAddress), geolocation: place };
}

/** Masks a step: removes its location, which the context shows rounded, and masks the certificate's subject. */
function maskStep(step: Pack['steps'][number]): Record<string, unknown> {
  if (step.result === undefined) return { ...step };
  const { geolocation: _, digitalSignature, ...result } = step.result;
  if (digitalSignature === undefined) return { ...step, result };
  const certificateSubject = maskSubject(digitalSignature.certificateSubject);
  return { ...step, result: { ...result, digitalSignature: { ...digitalSignature, certificateSubject } } };
}

export interface PublicViewInput {
  readonly evidenceHash: string;
  readonly signedHash: string | undefined;
  readonly tenant: Tenant;
  /** The holder of the certificate that sealed the pack. */
  readonly sealedBy: SealHolder;
}

/** Further members, which the tenant can enable: data of integrators and browsers may reveal more than intended. */
function furtherView({ metadata, sessionId, context }: Pack, { publicEvidence }: Tenant) {
  return publicEvidence === 'FULL' ? { metadata, sessionId, userAgent: context.userAgent } : undefined;
}

/**
 * The pack as anybody with the evidence id may read it: with the signer masked and without the salt, plus the
 * SHA-256 of the real canonical bytes, to compare a pack with.
 */
export function publicView(
  canonical: string,
  { tenant, signedHash, evidenceHash, sealedBy }: PublicViewInput,
): Record<string, unknown> {
  const whole = packSchema.parse(JSON.parse(canonical));
  const { salt: _, metadata: __, sessionId: ___, signer, steps, context, ...pack } = whole;
  const further = furtherView(whole, tenant);
  const isSignature = pack.purpose === 'DOCUMENT_SIGNATURE';
  return {
    ...pack,
    ...(further && { sessionId: further.sessionId, metadata: further.metadata }),
    // Only completed sessions have evidence.
    status: 'COMPLETED',
    signer: maskSigner(signer),
    steps: steps.map((step, index) => ({ order: index + 1, ...maskStep(step) })),
    createdAt: pack.timestamps.createdAt,
    completedAt: pack.timestamps.completedAt,
    context: { ...maskContext(context), ...(further && { userAgent: further.userAgent }) },
    ...(isSignature && { signatureKind: signatureKind(steps) }),
    signedHash,
    evidenceHash,
    tenantName: tenant.name,
    tenantCnpj: tenant.cnpj,
    sealedBy,
  };
}

import * as z from 'zod';
import { maskCnpj, maskCpf, maskEmail, maskIpAddress, maskPhone } from '../identifiers/masking.ts';
import type { Tenant } from '../tenants/tenant.ts';

/** The results of a step that tell who the signer is. */
const resultSchema = z.looseObject({
  digitalSignature: z.looseObject({ certificateSubject: z.string() }).optional(),
});

/** What the public view needs to know of a pack; everything else passes through as it is. */
const packSchema = z.looseObject({
  signer: z.object({
    name: z.string(),
    cpf: z.string().optional(),
    cnpj: z.string().optional(),
    email: z.string().optional(),
    phone: z.string().optional(),
  }),
  steps: z.array(z.looseObject({ result: resultSchema.optional() })),
  context: z.looseObject({
    ipAddress: z.string().optional(),
    geolocation: z.looseObject({ lat: z.number(), lon: z.number() }).optional(),
  }),
});
type Pack = z.infer<typeof packSchema>;

const maskedOr = (value: string | undefined, mask: (value: string) => string): string | undefined =>
  value === undefined ? undefined : mask(value);

/** About 11 km: the town, not the street. */
const coarse = (degrees: number): number => Math.round(degrees * 10) / 10;

function maskSigner({ name, cpf, cnpj, email, phone }: Pack['signer']): Record<string, unknown> {
  const maskedCpf = maskedOr(cpf, maskCpf);
  const maskedCnpj = maskedOr(cnpj, maskCnpj);
  return {
    displayName: name,
    name,
    cpfCnpj: maskedCpf ?? maskedCnpj,
    cpf: maskedCpf,
    cnpj: maskedCnpj,
    email: maskedOr(email, maskEmail),
    phone: maskedOr(phone, maskPhone),
  };
}

function maskContext({ ipAddress, geolocation, ...rest }: Pack['context']): Record<string, unknown> {
  const place = geolocation && { lat: coarse(geolocation.lat), lon: coarse(geolocation.lon) };
  return { ...rest, ipAddress: maskedOr(ipAddress, maskIpAddress), geolocation: place };
}

/** A certificate's subject names its holder by number: `MARIA DA SILVA:52998224725`. */
const maskNumbers = (text: string): string =>
  text
    .replaceAll(/\b[0-9A-Z]{12}\d{2}\b/g, cnpj => maskCnpj(cnpj))
    .replaceAll(/\b\d{11}\b/g, cpf => maskCpf(cpf));

/** A step's own copy of the place says no more than the context's, and a certificate no more than the signer. */
function maskStep(step: Pack['steps'][number]): Record<string, unknown> {
  if (step.result === undefined) return step;
  const { geolocation: _, digitalSignature, ...result } = step.result;
  if (digitalSignature === undefined) return { ...step, result };
  const certificateSubject = maskNumbers(digitalSignature.certificateSubject);
  return { ...step, result: { ...result, digitalSignature: { ...digitalSignature, certificateSubject } } };
}

/**
 * What anybody with the evidence id may read: the pack with the signer masked and without its salt, and the
 * SHA-256 of the true canonical bytes to compare a pack with.
 */
export function publicView(
  canonical: string,
  facts: { evidenceHash: string; signedHash: string | undefined; tenant: Tenant },
): Record<string, unknown> {
  const { salt: _, signer, steps, context, ...pack } = packSchema.parse(JSON.parse(canonical));
  return {
    ...pack,
    signer: maskSigner(signer),
    steps: steps.map(maskStep),
    context: maskContext(context),
    signedHash: facts.signedHash,
    evidenceHash: facts.evidenceHash,
    tenantName: facts.tenant.name,
    tenantCnpj: facts.tenant.cnpj,
  };
}

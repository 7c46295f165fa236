import * as z from 'zod';
import { name, text } from '../http/request-values.ts';
import { readCnpj } from '../domain/identifiers/cnpj.ts';
import { readCpf } from '../domain/identifiers/cpf.ts';
import { otpChannelSchema } from '../steps/advance-request.ts';

/** Parses an identifier into its bare characters; reports an invalid one at its own path. */
function identifier(read: (value: string) => string | undefined, complaint: string) {
  return z.string().transform((value, context) => {
    const bare = read(value.trim());
    if (bare !== undefined) return bare;
    context.addIssue({ code: 'custom', message: complaint });
    return z.NEVER;
  });
}

/** Rejects dates like `2026-02-30`, which parse as a day in March. */
function isRealDate(value: string): boolean {
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

export const email = z.email('Must be an e-mail address.').max(254, 'Must be at most 254 characters.');

/** A CPF, formatted or not, parsed into its 11 digits. */
export const cpfRequest = identifier(readCpf, 'Is not a CPF: its check digits do not match.');

/** The signer in a request to create a session. */
export const signerRequest = z
  .object({
    name: name(256),
    cpf: cpfRequest.optional(),
    cnpj: identifier(readCnpj, 'Is not a CNPJ: its check digits do not match.').optional(),
    email: email.optional(),
    phone: z
      .string()
      .regex(/^\+[1-9]\d{6,14}$/, 'Must be in international form, such as +5511912345678.')
      .optional(),
    otpChannel: otpChannelSchema.optional(),
    otpChannelSelectable: z
      .boolean()
      .optional()
      .describe('The signer chooses where codes go; none is sent before.'),
    userExternalId: text(256).optional(),
    birthDate: z.string().refine(isRealDate, 'Must be a date such as 1990-12-31.').optional(),
  })
  .refine(signer => signer.cpf !== undefined || signer.cnpj !== undefined, 'Needs a cpf or a cnpj.')
  .meta({ id: 'SignerRequest' });

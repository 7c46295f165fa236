import * as z from 'zod';
import { nameDeceptionOf } from '../http/deceptive-text.ts';
import { name, refuse, text } from '../http/request-values.ts';
import { cnpjComplaint, readCnpj } from '../domain/identifiers/cnpj.ts';
import { cpfComplaint, readCpf } from '../domain/identifiers/cpf.ts';
import { readEmail } from '../domain/identifiers/email.ts';
import { barePhone, phoneComplaint } from '../domain/identifiers/phone.ts';
import { otpChannelSchema } from '../steps/advance-request.ts';

/** Parses an identifier into its bare characters; reports an invalid one at its own path. */
function identifier(read: (value: string) => string | undefined, complaintOf: (value: string) => string) {
  return z.string().transform((value, context) => {
    const bare = read(value);
    if (bare !== undefined) return bare;
    context.addIssue({ code: 'custom', message: complaintOf(value) });
    return z.NEVER;
  });
}

/** Rejects dates like `2026-02-30`, which parse as a day in March. */
function isRealDate(value: string): boolean {
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

export const email = identifier(readEmail, () => 'Must be an e-mail address.')
  .superRefine(refuse(nameDeceptionOf))
  .meta({ format: 'idn-email' });

/** A CPF with or without punctuation, parsed into its 11 digits. */
export const cpfRequest = identifier(readCpf, cpfComplaint);
export const cnpjRequest = identifier(readCnpj, cnpjComplaint);

/** The signer in a request to create a session. */
export const signerRequest = z
  .object({
    name: name(256),
    cpf: cpfRequest.optional(),
    cnpj: cnpjRequest.optional(),
    email: email.optional(),
    phone: z
      .string()
      .transform(barePhone)
      .superRefine(refuse(phoneComplaint))
      .optional()
      .describe('In international form, such as +5511912345678.'),
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

/** What requests for sessions, envelopes and enrolments have in common, the signer among it. */
import { PROFILES, STEP_TYPES } from '@sign-session/session-rules';
import * as z from 'zod';
import { barePhone, phoneComplaint, readEmail } from '../domain/contacts.ts';
import { cnpjComplaint, cpfComplaint, readCnpj, readCpf } from '../domain/identifiers.ts';
import { LOCALES } from '../domain/locales.ts';
import {
  deceptionOf,
  hexColour,
  httpsUrl,
  isWhole,
  LOST_CHARACTER,
  nameText,
  nameDeceptionOf,
  redirectTarget,
  refuse,
  text,
  typedText,
  withoutEmptyList,
} from '../http/validation.ts';
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

/** The first of the years that somebody who signs may be born in. */
const FIRST_BIRTH_YEAR = '1900';

/** Whether it is a day, `YYYY-MM-DD`, that somebody alive may be born on. */
function isBirthDate(value: string): boolean {
  return (
    z.iso.date().safeParse(value).success &&
    value >= FIRST_BIRTH_YEAR &&
    Date.parse(`${value}T00:00:00Z`) <= Date.now()
  );
}

export const emailText = identifier(readEmail, () => 'Must be an e-mail address.')
  .superRefine(refuse(nameDeceptionOf))
  .meta({ format: 'idn-email' });

/** A CPF with or without punctuation, parsed into its 11 digits. */
export const cpfRequest = identifier(readCpf, cpfComplaint);
export const cnpjRequest = identifier(readCnpj, cnpjComplaint);

/** A user's id in the integrator's system, wherever a request names one. */
export const userIdText = text(256);

/** The signer in a request to create a session. */
const signerRequest = z
  .object({
    name: nameText(256)
      .optional()
      .transform((name = '') => name)
      .describe(
        'Required for the profile CLICK_ONLY and in envelopes. Without it texts show the masked CPF or CNPJ.',
      ),
    cpf: cpfRequest.optional().describe('11 digits, with or without punctuation.'),
    cnpj: cnpjRequest.optional().describe('14 digits or letters, with or without punctuation.'),
    email: emailText.optional(),
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
    userExternalId: userIdText.optional(),
    birthDate: z
      .string()
      .refine(isBirthDate, 'Must be a date such as 1990-12-31, from 1900 on and not in the future.')
      .optional()
      .describe('`YYYY-MM-DD`'),
  })
  .refine(signer => signer.cpf !== undefined || signer.cnpj !== undefined, 'Needs a cpf or a cnpj.')
  .meta({ id: 'SignerRequest' });

/** Free text of the integrator. It is kept as sent, except for what PostgreSQL or RFC 8785 cannot represent. */
const freeText = (max: number) =>
  z
    .string()
    .max(max, `Must be at most ${max} characters.`)
    .refine(value => !/[\0\p{Surrogate}]/u.test(value), 'Must not contain NUL or lone surrogates.')
    .refine(isWhole, LOST_CHARACTER);

const metadataRecord = z
  .record(freeText(256), z.union([freeText(1024), z.number(), z.boolean()]))
  .refine(metadata => Object.keys(metadata).length <= 100, 'Must have at most 100 keys.')
  .refine(metadata => !Object.hasOwn(metadata, ''), 'A key must not be empty.');

const metadataSchema = z.preprocess(withoutEmptyList, metadataRecord);

const RADIUS = 'Must be a number from 0 to 64, or a length such as 8px or 0.5rem.';

const appearanceSchema = z
  .object({
    brandColor: hexColour.optional(),
    backgroundColor: hexColour.optional(),
    textColor: hexColour.optional(),
    buttonTextColor: hexColour.optional(),
    borderRadius: z
      .union([z.number().min(0).max(64), z.string().regex(/^\d{1,2}(\.\d{1,2})?(px|rem)?$/, RADIUS)], RADIUS)
      .optional(),
    fontFamily: text(200).optional(),
    logoUrl: httpsUrl.optional(),
    companyName: nameText(120).optional(),
    title: text(200).optional(),
    submitLabel: text(80).optional(),
    headerStyle: z.enum(['full', 'minimal', 'none']).optional(),
  })
  .meta({ id: 'AppearanceRequest' });

/** Colours, font, shape and language of the widget around a frame. Not who asks: that is the session's to say. */
export const frameAppearanceSchema = appearanceSchema
  .pick({
    brandColor: true,
    backgroundColor: true,
    textColor: true,
    buttonTextColor: true,
    borderRadius: true,
    fontFamily: true,
  })
  .extend({ colorScheme: z.enum(['light', 'dark', 'auto']).optional(), locale: z.enum(LOCALES).optional() })
  .strict()
  .meta({ id: 'FrameAppearance' });

export type FrameAppearance = z.infer<typeof frameAppearanceSchema>;

/** The action that a signer confirms when there is no document. The description is shown to them. */
export const actionRequest = z
  .object({
    type: text(100),
    description: z
      .string()
      .trim()
      .min(1, 'Must not be empty.')
      .max(2000, 'Must be at most 2000 characters.')
      .refine(
        value => !/[^\P{Cc}\n]|\p{Surrogate}/u.test(value),
        'Must not contain control characters except line breaks.',
      )
      .refine(isWhole, LOST_CHARACTER)
      .superRefine(refuse(deceptionOf)),
    reference: text(256).optional(),
  })
  .meta({ id: 'ActionRequest' });

export function lifetime(longest: number, usual = 60) {
  return z
    .int('Must be a whole number.')
    .min(5, 'Must be at least 5.')
    .max(longest, `Must be at most ${longest}.`)
    .default(usual)
    .describe('Minutes from now.');
}

/** The body of every cancellation. A signer types the reason in a field of several lines. */
export const cancelRequest = z.object({ reason: typedText(1000).optional() });

const policyRequest = z
  .object({
    profile: z.enum(PROFILES),
    customSteps: z
      .array(z.enum(STEP_TYPES))
      .min(1, 'Must not be empty.')
      .optional()
      .describe('The steps of the profile CUSTOM, in order, each once; CLICK_ACCEPT among them.'),
  })
  .meta({ id: 'PolicyRequest' });

/** What requests to create a session have in common. Members that are not named are ignored. */
export const sharedMembers = {
  policy: policyRequest,
  signer: signerRequest,
  metadata: metadataSchema
    .optional()
    .describe('Up to 100 keys of 1 to 256 characters; texts up to 1024 characters, numbers or booleans.'),
  appearance: z.preprocess(withoutEmptyList, appearanceSchema).optional(),
  locale: z.enum(LOCALES).default('pt-BR'),
  state: freeText(512)
    .min(1, 'Must not be empty.')
    .optional()
    .describe('Stands in the receipt as it is, such as the number of an order; no personal data.'),
  returnUrl: redirectTarget.optional(),
  cancelUrl: redirectTarget.optional(),
};

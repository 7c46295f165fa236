import { PROFILE_NAMES } from '../friendly-names.ts';
import type { Locale } from '../sample-pdf/contract-texts.ts';

interface FieldBase {
  /** The JSON Pointer of its member in the request's body, as in the service's errors. */
  readonly pointer: string;
  readonly label: string;
  readonly value: string;
  /** Takes half a row. */
  readonly half?: boolean;
}

interface InputField extends FieldBase {
  readonly kind: 'text' | 'email' | 'tel' | 'url' | 'number' | 'color';
  readonly placeholder?: string;
}

interface SelectField extends FieldBase {
  readonly kind: 'select';
  readonly options: readonly (readonly [value: string, name: string])[];
}

export type Field = InputField | SelectField;

export const SIGNER_FIELDS: readonly Field[] = [
  { pointer: '/signer/name', label: 'Name', kind: 'text', value: 'MARIA DA SILVA' },
  { pointer: '/signer/cpf', label: 'CPF', kind: 'text', value: '529.982.247-25', half: true },
  { pointer: '/signer/cnpj', label: 'CNPJ', kind: 'text', value: '', placeholder: 'none', half: true },
  { pointer: '/signer/email', label: 'E-mail', kind: 'email', value: 'maria@example.com' },
  {
    pointer: '/signer/birthDate',
    label: 'Birth date, for the government base',
    kind: 'text',
    value: '1985-03-17',
    placeholder: 'YYYY-MM-DD',
  },
];

/** How a one-time code is sent to the signer; ignored by policies without one. */
export const CODE_FIELDS: readonly Field[] = [
  {
    pointer: '/signer/phone',
    label: 'Phone',
    kind: 'tel',
    value: '+5511987654321',
    placeholder: 'none',
    half: true,
  },
  {
    pointer: '/signer/otpChannel',
    label: 'Code by',
    kind: 'select',
    value: '',
    options: [
      ['', 'the service’s choice'],
      ['email', 'e-mail'],
      ['sms', 'SMS'],
    ],
    half: true,
  },
  {
    pointer: '/signer/otpChannelSelectable',
    label: 'The signer chooses the channel',
    kind: 'select',
    value: '',
    options: [
      ['', 'no'],
      ['true', 'yes'],
    ],
  },
];

export const LOCALE_NAMES: Readonly<Record<Locale, string>> = {
  'pt-BR': 'Português (Brasil)',
  en: 'English',
  es: 'Español',
};

export const LOCALES: readonly Locale[] = ['pt-BR', 'en', 'es'];

export const POLICY_FIELDS: readonly Field[] = [
  {
    pointer: '/locale',
    label: 'Language',
    kind: 'select',
    value: 'pt-BR',
    options: LOCALES.map(locale => [locale, LOCALE_NAMES[locale]]),
  },
  {
    pointer: '/policy/profile',
    label: 'Steps',
    kind: 'select',
    value: 'CLICK_ONLY',
    options: Object.entries(PROFILE_NAMES),
  },
];

/** Only for the policy `CUSTOM`. */
export const CUSTOM_STEPS_FIELD: Field = {
  pointer: '/policy/customSteps',
  label: 'Own steps, in order',
  kind: 'text',
  value: '',
  placeholder: 'PURPOSE_DISCLOSURE, CLICK_ACCEPT, …',
};

/** What the signer of a trust session confirms, instead of a document. */
export const ACTION_FIELDS: readonly Field[] = [
  { pointer: '/action/type', label: 'Type', kind: 'text', value: 'payroll_loan_consent', half: true },
  { pointer: '/action/reference', label: 'Reference', kind: 'text', value: 'CCB 2026-0417', half: true },
  {
    pointer: '/action/description',
    label: 'Description: what the signer confirms',
    kind: 'text',
    value: 'Autorizo a consulta da minha margem consignável para o contrato CCB 2026-0417.',
  },
];

/** How several signers sign one document. */
export const ENVELOPE_FIELDS: readonly Field[] = [
  {
    pointer: '/signingMode',
    label: 'Signers sign',
    kind: 'select',
    value: 'SEQUENTIAL',
    options: [
      ['SEQUENTIAL', 'one by one'],
      ['PARALLEL', 'all at once'],
    ],
    half: true,
  },
  {
    pointer: '/totalSigners',
    label: 'Number of signers',
    kind: 'select',
    value: '3',
    options: ['3', '2', '4'].map(count => [count, count]),
    half: true,
  },
];

export const APPEARANCE_FIELDS: readonly Field[] = [
  { pointer: '/appearance/companyName', label: 'Company name', kind: 'text', value: 'Acme Crédito' },
  { pointer: '/appearance/brandColor', label: 'Brand', kind: 'color', value: '#1f5eff', half: true },
  { pointer: '/appearance/backgroundColor', label: 'Background', kind: 'color', value: '', half: true },
  { pointer: '/appearance/textColor', label: 'Text', kind: 'color', value: '', half: true },
  { pointer: '/appearance/buttonTextColor', label: 'Button text', kind: 'color', value: '', half: true },
  {
    pointer: '/appearance/borderRadius',
    label: 'Corner radius',
    kind: 'text',
    value: '',
    placeholder: '8px',
    half: true,
  },
  {
    pointer: '/appearance/headerStyle',
    label: 'Header',
    kind: 'select',
    value: 'full',
    options: [
      ['full', 'Full'],
      ['minimal', 'Minimal'],
      ['none', 'None'],
    ],
    half: true,
  },
  {
    pointer: '/appearance/fontFamily',
    label: 'Font family',
    kind: 'text',
    value: '',
    placeholder: 'Georgia, serif',
  },
  { pointer: '/appearance/logoUrl', label: 'Logo address', kind: 'url', value: '', placeholder: 'https://…' },
  {
    pointer: '/appearance/title',
    label: 'Title',
    kind: 'text',
    value: '',
    placeholder: 'the widget’s own',
    half: true,
  },
  {
    pointer: '/appearance/submitLabel',
    label: 'Submit label',
    kind: 'text',
    value: '',
    placeholder: 'the widget’s own',
    half: true,
  },
];

export const OPTION_FIELDS: readonly Field[] = [
  {
    pointer: '/expiresInMinutes',
    label: 'Expires after, minutes (5 to 1440)',
    kind: 'number',
    value: '60',
  },
  { pointer: '/returnUrl', label: 'Return address', kind: 'url', value: '', placeholder: 'https://…' },
  { pointer: '/cancelUrl', label: 'Cancel address', kind: 'url', value: '', placeholder: 'https://…' },
  {
    pointer: '/owner/email',
    label: 'Owner’s e-mail (sends an invitation)',
    kind: 'email',
    value: '',
    placeholder: 'none',
  },
];

/** The document's control, for `/document` and all members below it. */
export const DOCUMENT_POINTER = '/document';

const ALL_FIELDS: readonly Field[] = [
  ...SIGNER_FIELDS,
  ...CODE_FIELDS,
  ...POLICY_FIELDS,
  CUSTOM_STEPS_FIELD,
  ...ACTION_FIELDS,
  ...ENVELOPE_FIELDS,
  ...APPEARANCE_FIELDS,
  ...OPTION_FIELDS,
];

/** The default texts of the fields, by pointer. */
export const DEFAULT_VALUES: Readonly<Record<string, string>> = Object.fromEntries(
  ALL_FIELDS.map(({ pointer, value }) => [pointer, value]),
);

/** The pointers of a signer's data, in the order of a test signer's values. */
export const SIGNER_POINTERS: readonly string[] = SIGNER_FIELDS.map(({ pointer }) => pointer);

const ALL_POINTERS = [DOCUMENT_POINTER, ...ALL_FIELDS.map(({ pointer }) => pointer)];

/** The field of an error: at the pointer, the first below it, or the one above it. */
export function fieldAt(pointer: string): string | undefined {
  return (
    ALL_POINTERS.find(field => field === pointer) ??
    ALL_POINTERS.find(field => pointer !== '' && field.startsWith(`${pointer}/`)) ??
    ALL_POINTERS.find(field => pointer.startsWith(`${field}/`))
  );
}

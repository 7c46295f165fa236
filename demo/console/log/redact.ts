/**
 * The placeholders for secrets and signers' data in the log: shell variables, so that a copied command works
 * once they are set.
 */
const BY_NAME: Readonly<Record<string, string>> = {
  clientSecret: '$SESSION_SECRET',
  client_secret: '$CLIENT_SECRET',
  access_token: '$TOKEN',
  secret: '$WEBHOOK_SECRET',
  otpCode: '$CODE',
  to: '$RECIPIENT',
  text: '$MESSAGE',
  content: '$DOCUMENT',
  cpf: '$SIGNER_CPF',
  cnpj: '$SIGNER_CNPJ',
  email: '$SIGNER_EMAIL',
  phone: '$SIGNER_PHONE',
  birthDate: '$SIGNER_BIRTH_DATE',
  name: '$SIGNER_NAME',
  signerName: '$SIGNER_NAME',
  displayName: '$SIGNER_NAME',
};

/** The variables that a redacted text may hold. */
export const PLACEHOLDERS: readonly string[] = [
  ...new Set([...Object.values(BY_NAME), '$DATA', '$QUERY', '$KEY']),
];

/** Longer texts are encoded files. */
const LONGEST_TEXT = 1_000;

/** Headers whose values are secrets. */
const SECRET_HEADERS = /^(authorization|cookie|x-service-signature|x-idempotency-key)$/i;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** An address without the values of its query, which may be credentials. */
export function redactUrl(url: string): string {
  const [address = '', query] = url.split('?');
  return query === undefined ? address : `${address}?$QUERY`;
}

function redactText(name: string, text: string): string {
  const placeholder = BY_NAME[name];
  if (placeholder !== undefined && text !== '') return placeholder;
  const inner = innerJson(text);
  if (inner !== undefined) return JSON.stringify(redactValue('', inner));
  if (text.length > LONGEST_TEXT) return '$DATA';
  return text.replaceAll(/(https?:\/\/[^\s?]+)\?[^\s"<>]*/g, '$1?$QUERY');
}

/** The value of a text that is JSON itself, such as the body of a webhook's delivery. */
function innerJson(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function redactValue(name: string, value: unknown): unknown {
  if (typeof value === 'string') return redactText(name, value);
  if (Array.isArray(value)) return value.map(entry => redactValue(name, entry));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([inner, each]) => [inner, redactValue(inner, each)]));
}

/** A JSON or form body without secrets and signers' data, indented. Undefined for other types. */
export function redactBody(body: string, contentType: string): string | undefined {
  if (/json/.test(contentType)) {
    try {
      return JSON.stringify(redactValue('', JSON.parse(body)), null, 2);
    } catch {
      return undefined;
    }
  }
  if (!/urlencoded/.test(contentType)) return undefined;
  const pairs = [...new URLSearchParams(body)].map(([name, value]) => `${name}=${redactText(name, value)}`);
  return pairs.join('&');
}

/** Header lines by name, without secrets. */
export function redactHeaders(headers: Headers): readonly (readonly [name: string, value: string])[] {
  return [...headers].map(([name, value]) => {
    if (!SECRET_HEADERS.test(name)) return [name, value];
    if (name !== 'authorization') return [name, '$KEY'];
    return [name, value.includes('ss_secret_') ? 'Bearer $SESSION_SECRET' : 'Bearer $TOKEN'];
  });
}

import { toBase64 } from '../http/file-content.ts';
import { CONTRACT_TEXTS, type Locale } from '../sample-pdf/contract-texts.ts';
import { sampleContract } from '../sample-pdf/sample-contract.ts';

type JsonValue = string | number | boolean | readonly string[] | JsonObject;
export type JsonObject = { [name: string]: JsonValue };

/** What is made, and what it is about. */
export type Subject = 'document' | 'envelope' | 'action';

/** Members of the request that only one subject has. */
const ONLY_OF: Readonly<Record<string, Subject>> = {
  action: 'action',
  signingMode: 'envelope',
  totalSigners: 'envelope',
};

/** Puts a value where a JSON Pointer says, making the objects on the way. */
function place(object: JsonObject, [name = '', ...rest]: readonly string[], value: JsonValue): void {
  if (rest.length === 0) {
    object[name] = value;
    return;
  }
  const found = object[name];
  const inner = isObject(found) ? found : {};
  object[name] = inner;
  place(inner, rest, value);
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && !Array.isArray(value);
}

/** A control's text as the type that the interface has for it. */
function typed(pointer: string, text: string): JsonValue {
  switch (pointer) {
    case '/expiresInMinutes':
    case '/totalSigners':
      return Number.isNaN(Number(text)) ? text : Number(text);
    case '/signer/otpChannelSelectable':
      return text === 'true';
    case '/policy/customSteps':
      return text.split(',').map(step => step.trim());
    default:
      return text;
  }
}

function valueOf(form: FormData, pointer: string): string {
  const value = form.get(pointer);
  return typeof value === 'string' ? value.trim() : '';
}

function isLocale(value: string): value is Locale {
  return Object.hasOwn(CONTRACT_TEXTS, value);
}

function sample(form: FormData, pages: number): File {
  const locale = valueOf(form, '/locale');
  const { bytes, filename } = sampleContract({
    locale: isLocale(locale) ? locale : 'en',
    pages,
    company: valueOf(form, '/appearance/companyName') || 'ACME',
    signer: valueOf(form, '/signer/name') || 'NN',
  });
  return new File([bytes], filename, { type: 'application/pdf' });
}

function chosenDocument(form: FormData): File | undefined {
  const pages = Number(form.get('sample'));
  if (pages > 0) return sample(form, pages);
  const file = form.get('file');
  return file instanceof File && file.name !== '' ? file : undefined;
}

/**
 * The body of POST /v1/signing-sessions, or of POST /v1/trust-sessions for an action, that a filled form asks
 * for; for an envelope, that of the envelope and of its first signer in one. Controls named by a JSON Pointer go
 * where it says; empty ones are left out. Nothing is checked here: seeing what
 * the service says is what the console is for.
 */
export async function sessionRequest(form: FormData, subject: Subject): Promise<JsonObject> {
  const request: JsonObject = subject === 'action' ? {} : { purpose: 'DOCUMENT_SIGNATURE' };
  for (const pointer of new Set(form.keys())) {
    const value = valueOf(form, pointer);
    const names = pointer.slice(1).split('/');
    const foreign = (ONLY_OF[names[0] ?? ''] ?? subject) !== subject;
    if (!pointer.startsWith('/') || value === '' || foreign) continue;
    place(request, names, typed(pointer, value));
  }
  const file = subject === 'action' ? undefined : chosenDocument(form);
  if (file !== undefined) request['document'] = { filename: file.name, content: await toBase64(file) };
  return request;
}

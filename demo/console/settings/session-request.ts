import { toBase64 } from '@sign-session/certificates';
import { CONTRACT_TEXTS, type Locale } from '../sample-pdf/contract-texts.ts';
import { sampleDocument } from '../sample-pdf/sample-documents.ts';
import type { Settings, Subject } from './settings.ts';

type JsonValue = string | number | boolean | readonly string[] | readonly JsonObject[] | JsonObject;
export type JsonObject = { [name: string]: JsonValue };

/** The request's document before it is encoded. */
export interface PdfFile {
  readonly filename: string;
  readonly bytes: Uint8Array;
}

/** Members of the request that only one subject has. */
const ONLY_OF: Readonly<Record<string, Subject>> = {
  action: 'action',
  signingMode: 'envelope',
  totalSigners: 'envelope',
};

/** Sets a value at a JSON Pointer, creating the objects above it. */
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

/** A control's text as the interface's type of the member. */
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

/** Whether the request has this member. */
function isAsked(pointer: string, { subject, values }: Settings): boolean {
  const [name = ''] = pointer.slice(1).split('/');
  if ((ONLY_OF[name] ?? subject) !== subject) return false;
  return pointer !== '/policy/customSteps' || values['/policy/profile'] === 'CUSTOM';
}

function isLocale(value: string): value is Locale {
  return Object.hasOwn(CONTRACT_TEXTS, value);
}

/** The sample document of the settings, or `own` if a file is selected. */
export function documentOf({ subject, sample, values }: Settings, own?: PdfFile): PdfFile | undefined {
  if (subject === 'action') return undefined;
  if (sample === 'file') return own;
  const locale = values['/locale'] ?? '';
  return sampleDocument(sample, {
    locale: isLocale(locale) ? locale : 'en',
    company: values['/appearance/companyName'] || 'ACME',
    signer: values['/signer/name'] || 'NN',
  });
}

/** The members of the request without its document; see {@link sessionRequest}. */
export function requestMembers(settings: Settings): JsonObject {
  const request: JsonObject = settings.subject === 'action' ? {} : { purpose: 'DOCUMENT_SIGNATURE' };
  for (const [pointer, text] of Object.entries(settings.values)) {
    const value = text.trim();
    if (value === '' || !isAsked(pointer, settings)) continue;
    place(request, pointer.slice(1).split('/'), typed(pointer, value));
  }
  return request;
}

/**
 * The body of POST /v1/signing-sessions, or of POST /v1/trust-sessions for an action, for the settings; for
 * an envelope, the bodies of the envelope and of its first signer in one. Empty members are left out. Nothing is checked
 * here, because the console shows the service's errors.
 *
 * @param own the selected file
 */
export function sessionRequest(settings: Settings, own?: PdfFile): JsonObject {
  const request = requestMembers(settings);
  const file = documentOf(settings, own);
  if (file === undefined) return request;
  if (settings.subject === 'batch') request['documents'] = batchOf(file, settings);
  else request['document'] = { filename: file.filename, content: toBase64(file.bytes) };
  return request;
}

/** The document of the settings, and two samples with it. */
function batchOf(file: PdfFile, settings: Settings): JsonObject[] {
  const samples = (['4', '1'] as const).map(sample => documentOf({ ...settings, sample }));
  return [file, ...samples.filter(sample => sample !== undefined)].map(({ filename, bytes }, index) => ({
    title: `${index + 1}: ${filename.replace(/\.pdf$/i, '')}`,
    filename,
    content: toBase64(bytes),
  }));
}

import { envelopeRequests } from '../envelopes/envelope-requests.ts';
import type { DeviceSettings } from '../preview/devices.ts';
import { documentOf, isObject, requestMembers, type JsonObject } from '../settings/session-request.ts';
import type { Settings } from '../settings/settings.ts';

/** A POST that an integrator's server sends. */
export interface CodeCall {
  readonly path: string;
  /** Without the document. */
  readonly body: JsonObject;
  /** The name of the document, which the code reads from a file of this name. */
  readonly document: string | undefined;
  /** Whether it stands among the documents of a batch. */
  readonly isBatch?: boolean;
}

/** The input of the code generators of all languages. */
export interface CodeInput {
  /** The service's origin, such as `http://127.0.0.1:4010`. */
  readonly origin: string;
  readonly clientId: string;
  /** What is created. */
  readonly first: CodeCall;
  /** Of an envelope: its signers, to be sent to `<first path>/<envelopeId>/sessions`. */
  readonly members: readonly JsonObject[];
  /** Overrides the session's appearance. */
  readonly appearance: JsonObject;
  readonly locale: string;
  readonly colorScheme: string;
}

/** The settings as the requests of an integrator's server and the attributes of the widget. */
export function codeInput(
  settings: Settings,
  { locale, scheme }: DeviceSettings,
  { origin, clientId }: { readonly origin: string; readonly clientId: string },
): CodeInput {
  const request = requestMembers(settings);
  const { appearance } = request;
  const common = {
    origin,
    clientId,
    appearance: isObject(appearance) ? appearance : {},
    locale: locale || settings.values['/locale'] || '',
    colorScheme: scheme,
  };
  // No file is selected yet.
  const document =
    settings.subject === 'action' ? undefined : (documentOf(settings)?.filename ?? 'document.pdf');
  if (settings.subject !== 'envelope') {
    const path = settings.subject === 'action' ? '/v1/trust-sessions' : '/v1/signing-sessions';
    return {
      ...common,
      first: { path, body: request, document, isBatch: settings.subject === 'batch' },
      members: [],
    };
  }
  const { envelope, members } = envelopeRequests(request);
  return {
    ...common,
    first: { path: '/v1/envelopes', body: envelope, document },
    members: members.map(({ body }) => body),
  };
}

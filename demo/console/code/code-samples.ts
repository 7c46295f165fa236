/** The settings as requests and pages, in each language. */
import { envelopeRequests } from '../created-sessions.ts';
import type { DeviceSettings } from '../preview/devices.ts';
import { documentOf, isObject, type JsonObject, requestMembers } from '../settings/session-request.ts';
import type { Settings } from '../settings/settings.ts';

/** A POST that an integrator's server sends. */
interface CodeCall {
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

const SCOPE = 'transactions:write transactions:read evidence:read';

const pretty = (value: unknown, indent = 2): string => JSON.stringify(value, null, indent);

/** A body in which the document is an expression of the language. */
function withDocument({ body, document, isBatch }: CodeCall, content: string): string {
  if (document === undefined) return pretty(body);
  const file = { filename: document, content: '\u0000' };
  const whole = isBatch === true ? { ...body, documents: [file, file] } : { ...body, document: file };
  return pretty(whole).replaceAll(String.raw`"\u0000"`, () => content);
}

/** A text for a here-document in which the shell expands variables. */
function hereText(text: string): string {
  return text.replaceAll(/[\\$`]/g, String.raw`\$&`);
}

/** One curl command, whose output goes to `into`. */
function curlPost(path: string, json: string, into: string | undefined): string {
  const command = [
    `curl -sf "$SERVICE${path}" \\`,
    `  -H "Authorization: Bearer $TOKEN" \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  --data-binary @- <<JSON`,
    json,
    'JSON',
  ].join('\n');
  return into === undefined ? command : `${into}=$(${command}\n)`;
}

/** Commands for a POSIX shell. `CLIENT_SECRET` is in the environment, the document in the folder. */
export function curlCode({ origin, clientId, first, members }: CodeInput): string {
  const lines = [
    `SERVICE=${origin}`,
    `TOKEN=$(curl -sf "$SERVICE/oauth2/token" -d grant_type=client_credentials -d client_id=${clientId} \\`,
    `  -d "client_secret=$CLIENT_SECRET" -d 'scope=${SCOPE}' |`,
    `  sed -E 's/.*"access_token":"([^"]+)".*/\\1/')`,
  ];
  if (first.document !== undefined) lines.push(`CONTENT=$(base64 < ${first.document} | tr -d '\\n')`);
  // The variable is put in after everything else was kept from the shell.
  const escaped = hereText(withDocument(first, '"@"')).replace('"content": "@"', '"content": "$CONTENT"');
  if (members.length === 0) return [...lines, '', curlPost(first.path, escaped, undefined), ''].join('\n');
  lines.push('', curlPost(first.path, escaped, 'ENVELOPE'));
  lines.push(`ID=$(printf %s "$ENVELOPE" | sed -E 's/.*"envelopeId":"([^"]+)".*/\\1/')`);
  for (const member of members)
    lines.push('', curlPost(`${first.path}/$ID/sessions`, hereText(pretty(member)), undefined));
  return [...lines, ''].join('\n');
}

/** A module for Node.js 20 or later, without packages. */
export function nodeCode({ origin, clientId, first, members }: CodeInput): string {
  const content = `(await readFile('${first.document}')).toString('base64')`;
  const create = `const created = await post('${first.path}', ${withDocument(first, content)});`;
  const lines = [
    ...(first.document === undefined ? [] : [`import { readFile } from 'node:fs/promises';`, '']),
    `const service = '${origin}';`,
    '',
    'const credentials = new URLSearchParams({',
    `  grant_type: 'client_credentials',`,
    `  client_id: '${clientId}',`,
    '  client_secret: process.env.CLIENT_SECRET,',
    `  scope: '${SCOPE}',`,
    '});',
    `const answer = await fetch(service + '/oauth2/token', { method: 'POST', body: credentials });`,
    'if (!answer.ok) throw new Error(`No token: ${answer.status}`);',
    'const { access_token: token } = await answer.json();',
    '',
    'async function post(path, body) {',
    '  const response = await fetch(service + path, {',
    `    method: 'POST',`,
    `    headers: { Authorization: 'Bearer ' + token, 'Content-Type': 'application/json' },`,
    '    body: JSON.stringify(body),',
    '  });',
    '  if (!response.ok) throw new Error(await response.text());',
    '  return response.json();',
    '}',
    '',
    create,
  ];
  if (members.length === 0) {
    lines.push('// Hand created.clientSecret to the signer’s page, and to nobody else.');
    lines.push('console.log(created.sessionId);');
  }
  for (const [index, member] of members.entries()) {
    const name = `signer${index + 1}`;
    const path = `'${first.path}/' + created.envelopeId + '/sessions'`;
    lines.push(
      '',
      `const ${name} = await post(${path}, ${pretty(member)});`,
      `console.log(${name}.sessionId);`,
    );
  }
  return [...lines, ''].join('\n');
}

/** JSON as Python writes it. */
function pythonLiteral(json: string): string {
  return json.replaceAll(/(: |^\s*)(true|false|null)(?=,?$)/gm, (_, before: string, word: string) => {
    const words: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };
    return before + (words[word] ?? word);
  });
}

/** A script for Python 3, without packages. */
export function pythonCode({ origin, clientId, first, members }: CodeInput): string {
  const content = `base64.b64encode(open("${first.document}", "rb").read()).decode()`;
  const body = pythonLiteral(withDocument(first, content));
  const lines = [
    'import base64, json, os, urllib.parse, urllib.request',
    '',
    `SERVICE = "${origin}"`,
    '',
    '',
    'def post(path, data, headers):',
    '    request = urllib.request.Request(SERVICE + path, data, headers)',
    '    return json.load(urllib.request.urlopen(request))',
    '',
    '',
    'credentials = {',
    '    "grant_type": "client_credentials",',
    `    "client_id": "${clientId}",`,
    '    "client_secret": os.environ["CLIENT_SECRET"],',
    `    "scope": "${SCOPE}",`,
    '}',
    'token = post("/oauth2/token", urllib.parse.urlencode(credentials).encode(), {})["access_token"]',
    'headers = {"Authorization": "Bearer " + token, "Content-Type": "application/json"}',
    '',
    `body = ${body}`,
    `created = post("${first.path}", json.dumps(body).encode(), headers)`,
  ];
  if (members.length === 0) {
    lines.push('# Hand created["clientSecret"] to the signer’s page, and to nobody else.');
    lines.push('print(created["sessionId"])');
  }
  for (const member of members) {
    lines.push('', `body = ${pythonLiteral(pretty(member))}`);
    lines.push(`path = "${first.path}/" + created["envelopeId"] + "/sessions"`);
    lines.push('print(post(path, json.dumps(body).encode(), headers)["sessionId"])');
  }
  return [...lines, ''].join('\n');
}

/** Whether anything is asked for. */
const isEmptyObject = (object: JsonObject): boolean => Object.keys(object).length === 0;

/** A text as the value of an attribute in double quotes. */
function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

/** A page with the script-tag build. */
export function htmlCode({ origin, appearance, locale, colorScheme }: CodeInput): string {
  const attributes = [
    `client-secret="CLIENT_SECRET_OF_THE_SESSION"`,
    `base-url="${attribute(origin)}"`,
    ...(locale === '' ? [] : [`locale="${attribute(locale)}"`]),
    ...(colorScheme === 'auto' ? [] : [`color-scheme="${attribute(colorScheme)}"`]),
    ...(isEmptyObject(appearance) ? [] : [`appearance="${attribute(JSON.stringify(appearance))}"`]),
  ];
  return [
    `<script type="module" src="${attribute(origin)}/sign-session/sign-session.js"></script>`,
    '',
    '<sign-session',
    ...attributes.map(each => `  ${each}`),
    '></sign-session>',
    '',
    '<script type="module">',
    `  document.querySelector('sign-session').addEventListener('sign-completed', event => {`,
    '    // Check it on your server before you rely on it.',
    `    console.log('signed', event.sessionId);`,
    '  });',
    '</script>',
    '',
  ].join('\n');
}

/** A component for React 18 or later. */
export function reactCode({ origin, appearance, locale, colorScheme }: CodeInput): string {
  const props = [
    'clientSecret={clientSecret}',
    `baseUrl=${JSON.stringify(origin)}`,
    ...(locale === '' ? [] : [`locale=${JSON.stringify(locale)}`]),
    ...(colorScheme === 'auto' ? [] : [`colorScheme=${JSON.stringify(colorScheme)}`]),
    ...(isEmptyObject(appearance) ? [] : ['appearance={appearance}']),
    'onSignCompleted={event => onCompleted(event.sessionId)}',
  ];
  const constant = isEmptyObject(appearance)
    ? []
    : [`const appearance = ${JSON.stringify(appearance, null, 2)};`, ''];
  return [
    `import { SignSession } from 'sign-session/react';`,
    '',
    ...constant,
    '// Check the session on your server before you rely on it.',
    'export function Signing({ clientSecret, onCompleted }) {',
    '  return (',
    '    <SignSession',
    ...props.map(each => `      ${each}`),
    '    />',
    '  );',
    '}',
    '',
  ].join('\n');
}

import type { Exchange } from './activity-log.ts';
import { PLACEHOLDERS } from './redact.ts';

const VARIABLE = new RegExp(
  String.raw`\$(?!(?:${PLACEHOLDERS.map(name => name.slice(1)).join('|')})(?![A-Z_]))`,
  'g',
);

/** Quotes a text as one word of a POSIX shell, in which only the log's variables are expanded. */
export function shellText(text: string): string {
  if (!PLACEHOLDERS.some(name => text.includes(name))) return `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const escaped = text.replaceAll(/[\\"`]/g, String.raw`\$&`).replaceAll(VARIABLE, String.raw`\$`);
  return `"${escaped}"`;
}

/** Headers that curl or the browser set by themselves. */
const OWN_HEADERS = /^(content-length|origin|referer|user-agent|sec-.*|accept-encoding)$/i;

/** A request as a curl command. @param origin of the service, for relative paths */
export function curlOf({ method, url, requestHeaders, requestBody }: Exchange, origin: string): string {
  const lines = [`curl ${method === 'GET' ? '' : `-X ${method} `}${shellText(new URL(url, origin).href)}`];
  for (const [name, value] of requestHeaders) {
    if (!OWN_HEADERS.test(name)) lines.push(`-H ${shellText(`${name}: ${value}`)}`);
  }
  if (requestBody !== undefined) lines.push(`--data-raw ${shellText(requestBody)}`);
  return lines.join(' \\\n  ');
}

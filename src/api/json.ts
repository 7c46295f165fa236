/**
 * Reads JSON of the service. Some servers send null for “none”: such fields are left out, so that a schema need
 * know one kind of absence only.
 *
 * @throws SyntaxError for what is not JSON; its message may quote the text, which may be a signer's data.
 */
export function parseJson(text: string): unknown {
  return JSON.parse(text, (_, value: unknown) => value ?? undefined);
}

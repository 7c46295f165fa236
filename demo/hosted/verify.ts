/** The public verifier page: what anyone may know of a signature, by its evidence id. */
import { fieldOf } from './field.ts';

const evidenceId = readId(location.pathname.split('/').at(-1) ?? '');

/** The public view's fields that people read, in reading order; the rest is under “Public view”. */
const FACTS: readonly (readonly [label: string, path: readonly string[]])[] = [
  ['Signed by', ['signer', 'displayName']],
  ['CPF or CNPJ', ['signer', 'cpfCnpj']],
  ['Asked for by', ['tenantName']],
  ['Completed', ['timestamps', 'completedAt']],
  ['Document', ['document', 'filename']],
  ['SHA-256 of the document', ['documentHash']],
  ['SHA-256 of the evidence pack', ['evidenceHash']],
  ['Evidence', ['evidenceId']],
];

void show();

/** An address that is broken, as links are on their way through mails, stands for no evidence like any other. */
function readId(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

async function show(): Promise<void> {
  try {
    const response = await fetch(`/v1/verify/${encodeURIComponent(evidenceId)}`, { credentials: 'omit' });
    if (response.status === 404) say('There is no evidence with this id. Check the address.');
    else if (!response.ok) say('The evidence cannot be looked up at the moment. Try again later.');
    else showEvidence(await response.json());
  } catch {
    say('The service does not answer. Check your connection and reload the page.');
  }
}

function showEvidence(evidence: unknown): void {
  say('This service holds the evidence of this signature.');
  const facts = FACTS.flatMap(([label, path]) => {
    const value = path.reduce(fieldOf, evidence);
    return typeof value === 'string' ? [fact(label, value)] : [];
  });
  document.querySelector('#facts')?.replaceChildren(...facts);
  const json = document.querySelector('#json');
  if (json !== null) json.textContent = JSON.stringify(evidence, null, 2);
  document.querySelector('#details')?.toggleAttribute('hidden', false);
}

function fact(label: string, value: string): HTMLElement {
  const row = document.createElement('div');
  const term = document.createElement('dt');
  const description = document.createElement('dd');
  term.textContent = label;
  description.textContent = value;
  row.append(term, description);
  return row;
}

function say(text: string): void {
  const status = document.querySelector('#status');
  if (status !== null) status.textContent = text;
}

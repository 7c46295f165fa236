/** The public verifier page: what anyone may know of a signature, by its evidence id, in the reader's language. */
import { fieldOf } from './field.ts';
import { browserLocale } from './notice.ts';
import { VERIFY_MESSAGES, type VerifyFact } from './verify-messages.ts';

const evidenceId = readId(location.pathname.split('/').at(-1) ?? '');
const locale = browserLocale();
const messages = VERIFY_MESSAGES[locale];

/** The public view's fields that people read, in reading order; the rest is under “Public view”. */
const FACTS: readonly (readonly [fact: VerifyFact, path: readonly string[]])[] = [
  ['signer', ['signer', 'displayName']],
  ['signerNumber', ['signer', 'cpfCnpj']],
  ['tenant', ['tenantName']],
  ['completed', ['timestamps', 'completedAt']],
  ['document', ['document', 'filename']],
  ['originalHash', ['documentHash']],
  ['signedHash', ['signedHash']],
  ['packHash', ['evidenceHash']],
  ['evidence', ['evidenceId']],
];

document.documentElement.lang = locale;
document.title = messages.title;
write('h1', messages.title);
write('summary', messages.publicView);
write('#status', messages.looking);
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
    if (response.status === 404) write('#status', messages.unknown);
    else if (!response.ok) write('#status', messages.unavailable);
    else showEvidence(await response.json());
  } catch {
    write('#status', messages.unanswered);
  }
}

function showEvidence(evidence: unknown): void {
  write('#status', messages.held);
  const facts = FACTS.flatMap(([name, path]) => {
    const value = path.reduce(fieldOf, evidence);
    return typeof value === 'string' ? [factRow(messages.facts[name], value)] : [];
  });
  document.querySelector('#facts')?.replaceChildren(...facts);
  write('#json', JSON.stringify(evidence, null, 2));
  document.querySelector('#details')?.toggleAttribute('hidden', false);
}

function factRow(label: string, value: string): HTMLElement {
  const row = document.createElement('div');
  const term = document.createElement('dt');
  const description = document.createElement('dd');
  term.textContent = label;
  description.textContent = value;
  row.append(term, description);
  return row;
}

function write(selector: string, text: string): void {
  const element = document.querySelector(selector);
  if (element !== null) element.textContent = text;
}

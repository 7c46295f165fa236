import { problem } from './answers.ts';

/** A request, as far as it is repeated. */
interface Repeatable {
  /** Empty: it is not. */
  readonly key: string;
  readonly text: string;
  readonly pathname: string;
}

/** Answers by idempotency keys: a repeated request has the same one, and another with its key is refused. */
export class KeptAnswers {
  readonly #kept = new Map<string, { readonly text: string; readonly answer: Response }>();

  async once({ key, text, pathname }: Repeatable, make: () => Response): Promise<Response> {
    const kept = this.#kept.get(key);
    if (kept !== undefined)
      return kept.text === text ? kept.answer.clone() : problem('idempotency-conflict', pathname);
    const answer = make();
    if (key !== '' && answer.ok && !(await isPrepared(answer)))
      this.#kept.set(key, { text, answer: answer.clone() });
    return answer;
  }
}

/** What was prepared to be signed is prepared again, as by the service, which doesn't keep it. */
async function isPrepared(answer: Response): Promise<boolean> {
  const body: unknown = await answer.clone().json();
  return typeof body === 'object' && body !== null && ('hashToSign' in body || 'appended' in body);
}

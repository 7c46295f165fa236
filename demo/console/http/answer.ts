import { sendOwn } from './transport.ts';
import {
  type ProblemDetail,
  ServiceProblem,
  ServiceUnreachableError,
  UnexpectedAnswerError,
} from './service-errors.ts';

async function toProblem(response: Response): Promise<ServiceProblem> {
  // Another server may have answered, such as a proxy.
  const body: { title?: string; detail?: string; errors?: ProblemDetail[] } | null = await response
    .json()
    .catch(() => null);
  const { title = `The service answered ${response.status}`, detail = '', errors } = body ?? {};
  return new ServiceProblem(response.status, { title, detail, errors: Array.isArray(errors) ? errors : [] });
}

/**
 * Sends a request and reads the JSON of its answer.
 *
 * @throws ServiceProblem when the service refuses
 * @throws ServiceUnreachableError when no answer comes
 * @throws UnexpectedAnswerError when the answer is no JSON
 */
export async function requestJson<Answer>(path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await send(path, init);
  try {
    return await response.json();
  } catch (cause) {
    throw new UnexpectedAnswerError(path, { cause });
  }
}

/** Sends a request, for callers that ignore the body. Throws as {@link requestJson} does. */
export async function send(path: string, init: RequestInit = {}): Promise<Response> {
  let response: Response;
  try {
    response = await sendOwn(path, init);
  } catch (error) {
    if (init.signal?.aborted === true) throw error;
    throw new ServiceUnreachableError({ cause: error });
  }
  if (!response.ok) throw await toProblem(response);
  return response;
}

/** A POST with a JSON body. */
export function postJson(body: unknown): RequestInit & { body: string } {
  return { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
}

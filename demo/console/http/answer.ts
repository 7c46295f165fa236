import * as z from 'zod/mini';
import { sendOwn } from './transport.ts';
import { ServiceProblem, ServiceUnreachableError, UnexpectedAnswerError } from './service-errors.ts';

const problemShape = z.object({
  title: z.optional(z.string()),
  detail: z.optional(z.string()),
  errors: z.optional(z.array(z.object({ pointer: z.string(), detail: z.string() }))),
});

async function toProblem(response: Response): Promise<ServiceProblem> {
  const body: unknown = await response.json().catch(() => ({}));
  const { title, detail, errors } = problemShape.safeParse(body).data ?? {};
  return new ServiceProblem(response.status, {
    title: title ?? `The service answered ${response.status}`,
    detail: detail ?? '',
    errors: errors ?? [],
  });
}

/**
 * Sends a request and reads the JSON of its answer.
 *
 * @throws ServiceProblem when the service refuses
 * @throws ServiceUnreachableError when no answer comes
 * @throws UnexpectedAnswerError when the answer has another shape
 */
export async function requestJson<Shape extends z.ZodMiniType>(
  shape: Shape,
  path: string,
  init: RequestInit = {},
): Promise<z.output<Shape>> {
  const response = await send(path, init);
  const answer = shape.safeParse(await response.json().catch(() => undefined));
  if (!answer.success) throw new UnexpectedAnswerError(path, { cause: answer.error });
  return answer.data;
}

/** Sends a request whose answer nobody reads. Throws as {@link requestJson} does. */
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

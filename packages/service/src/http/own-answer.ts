import { API_VERSION, type Problem } from '../domain/problem.ts';

/**
 * A problem response made outside the app, with its headers, readable from any origin. It has no request id, because
 * requests that do not reach the app are not in the log.
 */
export function ownAnswer(problem: Problem, path: string): Response {
  const answer = problem.toResponse(path);
  answer.headers.set('API-Version', API_VERSION);
  answer.headers.set('Access-Control-Allow-Origin', '*');
  answer.headers.set('Access-Control-Expose-Headers', 'Retry-After, API-Version');
  return answer;
}

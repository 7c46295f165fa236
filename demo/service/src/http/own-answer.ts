import { API_VERSION, type Problem } from '../domain/problem.ts';

/** An answer that the app had no part in, in its form all the same, and for pages of any origin to read. */
export function ownAnswer(problem: Problem, path: string): Response {
  const answer = problem.toResponse(path);
  answer.headers.set('API-Version', API_VERSION);
  answer.headers.set('Access-Control-Allow-Origin', '*');
  answer.headers.set('Access-Control-Expose-Headers', 'Retry-After, API-Version');
  return answer;
}

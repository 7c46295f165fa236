import { bodyLimit } from 'hono/body-limit';
import { Problem } from '../domain/problem.ts';

/** Refuses a body above the limit, by its Content-Length or as soon as it exceeds it. */
export function limitBody(bytes: number) {
  return bodyLimit({
    maxSize: bytes,
    onError: () => {
      throw new Problem('payload-too-large', `The body is more than ${bytes} bytes.`);
    },
  });
}

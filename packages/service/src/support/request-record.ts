/** A request as it is logged. */
export interface RequestRecord {
  readonly method: string;
  /** The route's pattern: paths hold session ids, and queries hold credentials. */
  readonly route: string;
  readonly status: number;
  readonly milliseconds: number;
  readonly requestId: string;
}

/** One line for people. */
export function describeRequest({ method, route, status, milliseconds, requestId }: RequestRecord): string {
  return `${method} ${route} ${status} ${milliseconds} ms ${requestId}`;
}

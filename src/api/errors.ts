/** Anything that went wrong between the widget and the service. Carries no secret and no signer data. */
export abstract class ServiceError extends Error {
  /** May the same request succeed if it is made again? */
  abstract readonly retryable: boolean;
}

/** No response: the connection failed, or broke before the body was complete. */
export class NetworkError extends ServiceError {
  override readonly name = 'NetworkError';
  override readonly retryable = true;
}

/** No complete response in time. */
export class TimeoutError extends ServiceError {
  override readonly name = 'TimeoutError';
  override readonly retryable = true;
}

/** A response with an error status. */
export class StatusError extends ServiceError {
  override readonly name = 'StatusError';
  /** HTTP status. */
  readonly status: number;
  /** Last segment of the problem's `type`, for example `document-hash-mismatch`; empty when there is none. */
  readonly problem: string;
  /** How long the service asks to wait, in ms. */
  readonly retryAfter: number | undefined;

  constructor(status: number, problem: string, retryAfter?: number) {
    super(`The service answered ${status}${problem === '' ? '' : ` (${problem})`}`);
    this.status = status;
    this.problem = problem;
    this.retryAfter = retryAfter;
  }

  get retryable(): boolean {
    // A request with the same key is still being handled: a retry gets its answer.
    if (this.problem === 'idempotency-conflict') return true;
    // Until the next day or month, as RateLimit-Reset says.
    if (this.problem === 'quota-exceeded') return false;
    return [429, 500, 502, 503, 504].includes(this.status);
  }
}

/** A 2xx response that is not what the interface promises. The request may well have been carried out. */
export class AnswerError extends ServiceError {
  override readonly name = 'AnswerError';
  override readonly retryable = false;
}

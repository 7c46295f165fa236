/**
 * For the integrator's server: Node from 20, Deno, Bun and edge runtimes. Without the element.
 */
export { ReceiptError, ReceiptKeysError, verifyReceipt } from './verify-receipt.ts';
export type { Receipt, ReceiptExpectations, ReceiptOutcome, ReceiptProblem } from './verify-receipt.ts';
export { verifyWebhook, WebhookError } from './verify-webhook.ts';
export type { RequestBody, RequestHeaders, WebhookExpectations } from './verify-webhook.ts';

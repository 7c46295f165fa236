/** `info.description`: what to know before reading any single operation. CommonMark. */
export const INTRODUCTION = `Electronic signatures and confirmations of identity, in one of four flows:

- **Signing sessions**: one signer signs one PDF on the hosted page or in the widget.
- **Trust sessions**: one signer confirms one action. There is no document.
- **Envelopes**: two or more signers of one PDF, in any order or one after the other.
- **Transactions**: the direct flow. Your server takes each step, and the signer sees no page of the service.

Each flow ends with an evidence pack, which anybody with its id can verify.

## Authentication

Your server exchanges its client credentials at \`POST /oauth2/token\` for an access token. The signer’s page uses the \`clientSecret\` of its session instead. Never give an access token or the client’s own secret to a browser. Sandbox and production have separate credentials.

## Repeating requests

Send \`X-Idempotency-Key\` (or \`Idempotency-Key\`) with requests that change something. A repeat with the same key and body gets the first answer for 24 hours. Another body with the same key is answered by 409 \`idempotency-conflict\`.

## Bodies

JSON is UTF-8; another encoding is answered by 400, and so is a text with U+FFFD, which stands for characters that were lost. A body with a \`Content-Encoding\` is answered by 415. An optional member may be null, which means the same as leaving it out.

## Errors

Errors are problem objects (RFC 9457) with \`type\`, \`title\`, \`status\`, \`detail\` and \`instance\`. With \`validation-error\`, \`errors\` names each wrong value by a JSON Pointer. Answers with 429 or 503 say in \`Retry-After\` when to try again, except where a quota is used up: \`RateLimit-Reset\` says when it is reset. What belongs to another tenant is answered by 404, like what does not exist.

## Limits

A PDF has at most 10 MB in base64. A session sends 5 one-time codes within an hour at most, and an address or number gets 10, from all sessions together: after that no code is sent, in the sandbox none is answered, and the step says \`rate-limit\` in \`error\` and which limit it is in \`errorDetail\`. Where a quota limits the tenant, \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\` say how much of it is left. The sandbox uses up no quota, and its data is erased after 7 days.

## Webhooks

The service sends 20 types of events to the addresses that you register, at least once each. Verify \`X-Service-Signature\` over the raw body, then ignore deliveries whose \`id\` you have seen.

## Versions

The path selects the version. \`API-Version\` only informs. \`X-Request-Id\` identifies each request in the log of the service. Members, operations and enum values may be added at any time. Deprecated operations say so in \`Deprecation\`, \`Sunset\` and \`Link\`, and keep working for at least six months.`;

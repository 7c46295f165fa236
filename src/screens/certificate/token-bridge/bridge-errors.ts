import { BridgeError, type BridgeProblem } from '../../../certificate/bridge/token-bridge-connection.ts';
import type { LaterKey } from '../../../i18n/messages/message-keys.ts';

const KEYS: Readonly<Record<BridgeProblem, LaterKey<'certificate'>>> = {
  absent: 'token.absent',
  blocked: 'token.blocked',
  policy: 'token.policy',
  unsupported: 'bridge.unsupported',
  outdated: 'token.outdated',
  lost: 'token.lost',
  ERR_BRIDGE_NOT_PAIRED: 'token.lost',
  ERR_BRIDGE_NO_MODULE: 'token.noModule',
  ERR_BRIDGE_NO_TOKEN: 'error.device',
  ERR_BRIDGE_NO_CERTIFICATE: 'token.noCertificate',
  ERR_BRIDGE_PIN_LOCKED: 'token.locked',
  ERR_WEBEID_USER_CANCELLED: 'token.cancelled',
  ERR_WEBEID_USER_TIMEOUT: 'token.timedOut',
  ERR_WEBEID_ACTION_PENDING: 'token.pending',
  ERR_WEBEID_NATIVE_INVALID_ARGUMENT: 'token.failed',
  ERR_WEBEID_NATIVE_FATAL: 'token.failed',
};

/** The message of what went wrong with the bridge. */
export function bridgeErrorKey(error: unknown): LaterKey<'certificate'> {
  return error instanceof BridgeError ? KEYS[error.problem] : 'token.failed';
}

import type { DocumentLoad } from '../../document/document-load.ts';
import type { MessageKey } from '../../i18n/messages/message-keys.ts';

/** What answers a press that came before the documents: why it has to wait, then that it can be repeated. */
export function earlyPressKey(
  document: DocumentLoad | undefined,
  areAllChecked: boolean | undefined,
): MessageKey {
  if (areAllChecked || document?.status === 'loaded') return 'accept.documentReady';
  if (document?.status === 'failed') return 'accept.documentUnread';
  return document?.arriving ? 'accept.documentArriving' : 'accept.documentLoading';
}

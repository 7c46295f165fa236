import type { SessionView } from '../../../src/session/view.ts';
import type { ActionBody } from './routes.ts';
import type { FakeSession } from './fake-session.ts';

/** A provider of certificates in the cloud to choose: radio buttons as the element has them, and the id of the chosen one. */
export function providerChoice({ cloud, certificateSources = [] }: Partial<SessionView>): {
  readonly fields: readonly HTMLElement[];
  readonly chosen: () => string | undefined;
} {
  const radios = (cloud?.providers ?? []).map(({ providerId, name }, index) => {
    const radio = document.createElement('input');
    Object.assign(radio, {
      type: 'radio',
      name: 'provider',
      value: providerId,
      checked: !takesKey(certificateSources) && index === 0,
    });
    const label = document.createElement('label');
    label.append(radio, name);
    return { radio, label };
  });
  return {
    fields: radios.map(({ label }) => label),
    chosen: () => radios.find(({ radio }) => radio.checked)?.radio.value,
  };
}

/** Signs with a certificate: of the chosen provider, else of what the session takes. */
export function signing(
  { certificateSources = [] }: SessionView,
  providerId: string | undefined,
): ActionBody {
  if (providerId !== undefined) return { action: 'authorize_cloud_signing', providerId };
  return { action: takesKey(certificateSources) ? 'complete_signing' : 'submit_signed_document' };
}

/** May the signer's own key sign? */
const takesKey = (sources: readonly string[]): boolean =>
  sources.includes('FILE') || sources.includes('TOKEN');

/** What the element does by itself once the provider has answered; undefined: nothing. */
export function nextInCloud({ state, documents }: FakeSession): ActionBody | undefined {
  const status = state.cloud?.authorization?.status;
  if (status === 'identified') return { action: 'confirm_cloud_signing' };
  if (status !== 'authorized') return undefined;
  const position = documents.find(({ signed }) => signed !== true)?.position;
  const action = 'complete_cloud_signing';
  return state.batch === undefined ? { action } : { action, documentPosition: position };
}

/** What an action is for a batch: an acceptance names every document, and each gets a signature of its own. */
export function withDocuments(body: ActionBody, { state, documents }: FakeSession): readonly ActionBody[] {
  if (state.batch === undefined) return [body];
  if (body['action'] === 'accept')
    return [{ ...body, acceptedDocuments: documents.map(({ hash: documentHash }) => ({ documentHash })) }];
  if (body['action'] !== 'complete_signing') return [body];
  return documents.map(({ position: documentPosition }) => ({ ...body, documentPosition }));
}

import { isObject, type JsonObject } from '../settings/session-request.ts';

/** The signers after the one of the form. */
const OTHER_SIGNERS = [
  { name: 'JOÃO PEREIRA', cpf: '111.444.777-35', email: 'joao@example.com', phone: '+5511976543210' },
  { name: 'ANA SOUZA', cpf: '123.456.789-09', email: 'ana@example.com', phone: '+5511965432109' },
  { name: 'CARLOS LIMA', cpf: '168.995.350-09', email: 'carlos@example.com', phone: '+5511954321098' },
] as const satisfies readonly JsonObject[];

/** The bodies of POST /v1/envelopes and, in the signers' order, of POST /v1/envelopes/{envelopeId}/sessions. */
export interface EnvelopeRequests {
  readonly envelope: JsonObject;
  readonly members: readonly { readonly signer: JsonObject; readonly body: JsonObject }[];
}

/** The form's signer or another one, who signs as a person by the form's channel. */
function signerAt(index: number, first: JsonObject): JsonObject {
  const userExternalId = `console-${index + 1}`;
  const { cnpj: _, ...person } = first;
  return index === 0
    ? { ...first, userExternalId }
    : { ...person, ...OTHER_SIGNERS[index - 1], userExternalId };
}

/**
 * Separates the form's members of the envelope from those of the signer. The form's signer is the first; the
 * others have the same steps.
 */
export function envelopeRequests(request: JsonObject): EnvelopeRequests {
  const { signer, policy = {}, purpose = 'DOCUMENT_SIGNATURE', ...envelope } = request;
  const { totalSigners } = envelope;
  const length = typeof totalSigners === 'number' ? totalSigners : 1;
  const members = Array.from({ length }, (_, index) => {
    const own = signerAt(index, isObject(signer) ? signer : {});
    return { signer: own, body: { signerIndex: index + 1, purpose, policy, signer: own } };
  });
  return { envelope, members };
}

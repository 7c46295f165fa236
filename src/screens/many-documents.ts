import type {
  CertificateSigner,
  AnsweredPreparation,
  PrepareSigning,
} from '../session/certificate-signing.ts';
import type { StepWork } from '../session/intents.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** The documents of a batch, as the certificate that signs them sees them. */
export interface ManyDocuments {
  /** Were all loaded here, and are they those of the list? */
  readonly areChecked: boolean;
  /** For the button. */
  readonly submitText: string;
  /** How far signing is. */
  readonly busyText: string;
  /** Signs all by a key on the signer's device. */
  readonly signing: (signer: CertificateSigner, prepare: PrepareSigning) => StepWork;
  /** Signs all by the certificate that a provider keeps; `check` and `confirm` as for one document. */
  readonly cloudSigning: (
    check: (prepared: AnsweredPreparation, shown: Bytes, signal: AbortSignal) => Promise<boolean | undefined>,
    confirm: StepWork | undefined,
    prepare: PrepareSigning,
  ) => StepWork;
}

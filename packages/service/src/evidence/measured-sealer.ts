import { measured, type Metrics } from '../metrics/metrics.ts';
import type { Sealer } from './sealer.ts';

const KINDS = ['pack', 'document', 'evidence-page', 'document-for-all'] as const;

/** The sealer, with its work measured: each seal with its wait for the thread. */
export function measuredSealer(sealer: Sealer, { seals }: Metrics): Sealer {
  // An alert sees a counter grow only if it was there before.
  for (const kind of KINDS) seals.zero({ kind, outcome: 'failed' });
  const measure = <T>(kind: (typeof KINDS)[number], work: () => Promise<T>): Promise<T> =>
    measured(seals, made => ({ kind, outcome: made === undefined ? 'failed' : 'sealed' }), work);
  return {
    ...sealer,
    wrapPack: (...given) => measure('pack', () => sealer.wrapPack(...given)),
    sealDocument: (...given) => measure('document', () => sealer.sealDocument(...given)),
    sealEvidencePage: (...given) => measure('evidence-page', () => sealer.sealEvidencePage(...given)),
    sealForAll: (...given) => measure('document-for-all', () => sealer.sealForAll(...given)),
  };
}

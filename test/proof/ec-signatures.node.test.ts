import { proveSignatures } from './signature-proof.ts';

proveSignatures({ name: 'EC', kind: 'P-256', algorithm: 'ECDSA-P256' });

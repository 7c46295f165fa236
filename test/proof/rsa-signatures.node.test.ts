import { proveSignatures } from './signature-proof.ts';

proveSignatures({ name: 'RSA', kind: 'RSA-2048', algorithm: 'RSASSA-PKCS1-v1_5' });

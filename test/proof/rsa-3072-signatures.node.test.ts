import { proveSignatures } from './signature-proof.ts';

proveSignatures({ name: 'RSA 3072', kind: 'RSA-3072', algorithm: 'RSASSA-PKCS1-v1_5', brief: true });

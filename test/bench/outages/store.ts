import type { S3Settings } from '../../../packages/service/src/documents/s3-store.ts';
import { startFakeS3 } from '../../../packages/service/test/support/fake-s3.ts';
import { startSwift } from '../../../packages/service/test/support/swift-server.ts';
import { hasTool } from '../../support/browsers.ts';

/** An object store that can be away. */
export interface Store {
  readonly name: string;
  readonly settings: S3Settings;
  pause(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
}

export async function openStore(): Promise<Store> {
  if (hasTool('swift-proxy-server')) return { name: 'OpenStack Swift', ...(await startSwift()) };
  const fake = await startFakeS3();
  const set = async (status?: number) => {
    fake.always = status === undefined ? undefined : { kind: 'status', status };
  };
  return {
    name: 'a fake',
    settings: fake.settings,
    pause: () => set(503),
    resume: () => set(),
    stop: () => fake.close(),
  };
}

/** The settings of a service that uses it. */
export const s3Environment = ({ bucketUrl, prefix, accessKeyId, secretAccessKey }: S3Settings) => ({
  S3_BUCKET_URL: bucketUrl,
  S3_PREFIX: prefix,
  S3_ACCESS_KEY_ID: accessKeyId,
  S3_SECRET_ACCESS_KEY: secretAccessKey,
  S3_ENCRYPTION: 'AES256',
});

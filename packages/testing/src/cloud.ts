import type { CloudError } from './outcomes.ts';

/** A provider that keeps certificates; with two visits the signer authorises what was prepared in the second one. */
interface CloudProvider {
  readonly providerId: string;
  readonly name: string;
  readonly visits: 1 | 2;
}

/** The name of the provider with one visit. */
export const FIRST_PROVIDER = 'Test provider';

/** The providers of every fake session that takes certificates in the cloud. */
export const CLOUD_PROVIDERS: readonly CloudProvider[] = [
  { providerId: 'fake-psc', name: FIRST_PROVIDER, visits: 1 },
  { providerId: 'fake-csc', name: 'Test provider, two visits', visits: 2 },
];

/** Of nobody (MARIA DA SILVA TESTE, CPF 529.982.247-25), valid from 2020 to 2099. Its key is kept nowhere. */
export const CLOUD_CERTIFICATE = [
  '-----BEGIN CERTIFICATE-----',
  'MIICTzCCAfagAwIBAgIBATAKBggqhkjOPQQDAjBgMQswCQYDVQQGEwJCUjEVMBMG',
  'A1UECgwMRmFrZSBzZXNzaW9uMQ8wDQYDVQQLDAZOb2JvZHkxKTAnBgNVBAMMIE1B',
  'UklBIERBIFNJTFZBIFRFU1RFOjUyOTk4MjI0NzI1MCAXDTIwMDEwMTAwMDAwMFoY',
  'DzIwOTkxMjMxMjM1OTU5WjBgMQswCQYDVQQGEwJCUjEVMBMGA1UECgwMRmFrZSBz',
  'ZXNzaW9uMQ8wDQYDVQQLDAZOb2JvZHkxKTAnBgNVBAMMIE1BUklBIERBIFNJTFZB',
  'IFRFU1RFOjUyOTk4MjI0NzI1MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEkwMF',
  'sgFMyKkMsGT58s4nLb/95L+0wg+iG/GVww0XSo4qLWTCH2xeuvGlk0nw3MREsEZ0',
  'bmhmtbm4ppqDKcx8ZaOBnjCBmzAJBgNVHRMEAjAAMA4GA1UdDwEB/wQEAwIGwDAT',
  'BgNVHSUEDDAKBggrBgEFBQcDBDBKBgNVHREEQzBBoD8GBWBMAQMBoDYMNDE3MDMx',
  'OTg1NTI5OTgyMjQ3MjUwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwU1NQU1Aw',
  'HQYDVR0OBBYEFHfb8MhyfoauA8CLou6bGqM79GeUMAoGCCqGSM49BAMCA0cAMEQC',
  'IGjYepWS5IBoWXXRFdOt+9lLatoWYfRFNVb5zNn+05B9AiATKbNjrHu9H+nED5V1',
  'IX5KqNFEtGIIdaoJp7Id5EWxbg==',
  '-----END CERTIFICATE-----',
  '',
].join('\n');

/** An authorisation as the service answers it. */
interface AuthorizationAnswer {
  readonly providerId: string;
  readonly status: 'pending' | 'identified' | 'authorized' | 'failed';
  readonly error?: CloudError;
}

/** The newest authorisation at a provider, and what the provider makes of it. */
export class CloudAuthorization {
  #answer: AuthorizationAnswer | undefined;
  #visit = 1;

  get answer(): AuthorizationAnswer | undefined {
    return this.#answer;
  }

  get isPending(): boolean {
    return this.#answer?.status === 'pending';
  }

  begin(providerId: string): void {
    this.#visit = 1;
    this.#answer = { providerId, status: 'pending' };
  }

  /** Begins the second visit. */
  confirm(): void {
    if (this.#answer?.status !== 'identified') return;
    this.#visit = 2;
    this.#answer = { ...this.#answer, status: 'pending' };
  }

  /** The signer authorises it at the provider. */
  grant(): void {
    if (this.#answer === undefined) return;
    const { providerId } = this.#answer;
    const provider = CLOUD_PROVIDERS.find(each => each.providerId === providerId);
    const isKnownOnly = this.#visit < (provider?.visits ?? 1);
    this.#answer = { providerId, status: isKnownOnly ? 'identified' : 'authorized' };
  }

  fail(error: CloudError): void {
    if (this.#answer === undefined) return;
    this.#answer = { providerId: this.#answer.providerId, status: 'failed', error };
  }

  /** It was used, or given up. */
  drop(): void {
    this.#answer = undefined;
  }
}

import assert from 'node:assert/strict';
import { CertificateSigners } from './certificate-signers.ts';
import { PUBLIC_URL, type Answer, type CreatedSession, type TestService } from './test-service.ts';
import type { PageDecision } from './test-psc.ts';

/** A browser as far as the way to a provider and back goes: its cookies, and where it is. */
export class CloudBrowser {
  readonly #service: TestService;
  readonly cookies = new Map<string, string>();

  constructor(service: TestService) {
    this.#service = service;
  }

  async open(url: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.cookies.size > 0)
      headers.set('Cookie', Array.from(this.cookies, ([name, value]) => `${name}=${value}`).join('; '));
    const response = await this.#service.fetch(new Request(new URL(url, PUBLIC_URL), { ...init, headers }));
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      this.cookies.set(name, value);
    }
    return response;
  }

  /** Where the provider leads back to after a button of its page was pressed. */
  async decide(startUrl: string, decision: PageDecision): Promise<string> {
    const started = await this.open(startUrl);
    assert.equal(started.status, 303);
    const page = await this.open(started.headers.get('Location') ?? '');
    const [, action = ''] = /action="([^"]+)"/.exec(await page.text()) ?? [];
    const body = new URLSearchParams({ decision });
    const answer = await this.open(action, { method: 'POST', body });
    return answer.headers.get('Location') ?? '';
  }
}

/** The actions of signers whose certificate is in the local test cloud. */
export class CloudSigners extends CertificateSigners {
  readonly #service: TestService;

  constructor(service: TestService) {
    super(service);
    this.#service = service;
  }

  authorize(session: CreatedSession, providerId = 'vidaas', returnTo?: string): Promise<Answer> {
    const json = { action: 'authorize_cloud_signing', providerId };
    return this.#service.act(session, returnTo === undefined ? json : { ...json, returnTo });
  }

  /** Goes to the provider and comes back. @returns the page that the way ends on */
  async authorized(
    session: CreatedSession,
    decision: PageDecision = 'approve',
    providerId = 'vidaas',
  ): Promise<Response> {
    const { body } = await this.authorize(session, providerId);
    const browser = new CloudBrowser(this.#service);
    return browser.open(await browser.decide(body.authorizationUrl, decision));
  }

  /** Begins the second authorisation, where a provider is asked twice. */
  confirm(session: CreatedSession, returnTo?: string): Promise<Answer> {
    return this.#service.act(session, { action: 'confirm_cloud_signing', returnTo });
  }

  /** Goes to the provider a second time, and comes back. */
  async confirmed(session: CreatedSession, decision: PageDecision = 'approve'): Promise<Response> {
    const { body } = await this.confirm(session);
    const browser = new CloudBrowser(this.#service);
    return browser.open(await browser.decide(body.authorizationUrl, decision));
  }

  /** @param documentPosition in a batch */
  prepareCloud(session: CreatedSession, documentPosition?: number): Promise<Answer> {
    return this.#service.act(session, { action: 'prepare_cloud_signing', documentPosition });
  }

  completeCloud(session: CreatedSession, { body }: Answer, documentPosition?: number): Promise<Answer> {
    const { signatureRequestId } = body;
    const action = 'complete_cloud_signing';
    return this.#service.act(session, { action, signatureRequestId, documentPosition });
  }

  /** What the session says of the authorisation. */
  async authorization(session: CreatedSession): Promise<unknown> {
    return (await this.#service.view(session)).cloud?.authorization;
  }
}

import { html, type nothing, type TemplateResult } from 'lit';
import type { BridgeScreen } from './token-bridge/token-bridge.ts';
import type { CloudScreen } from './cloud/cloud-certificate.ts';
import type { PortalScreen } from './gov-br/gov-br-signature.ts';

/** The certificate screen as the parts see it. */
type PartsScreen = BridgeScreen & CloudScreen & PortalScreen;

interface DrawnSource {
  /** Loads its code. */
  readonly load: () => Promise<unknown>;
  /** @param decline goes into the bar of its actions */
  readonly draw: (screen: PartsScreen, decline: TemplateResult | typeof nothing) => TemplateResult;
}

/** The sources that draw themselves, each in a part of its own. */
export const DRAWN_SOURCES = {
  cloud: {
    load: () => import('./cloud/cloud-certificate.ts'),
    draw: (screen, decline) =>
      html`<sign-session-cloud-certificate .screen=${screen}>${decline}</sign-session-cloud-certificate>`,
  },
  'token-bridge': {
    load: () => import('./token-bridge/token-bridge.ts'),
    draw: (screen, decline) =>
      html`<sign-session-token-bridge .screen=${screen}>${decline}</sign-session-token-bridge>`,
  },
  'gov-br': {
    load: () => import('./gov-br/gov-br-signature.ts'),
    draw: (screen, decline) => html`<sign-session-gov-br .screen=${screen}>${decline}</sign-session-gov-br>`,
  },
} satisfies Readonly<Record<string, DrawnSource>>;

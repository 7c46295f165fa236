import { html, nothing, type TemplateResult } from 'lit';
import type { Screen } from '../session/screen-for.ts';
import type { SessionSnapshot } from '../session/state.ts';
import type { SessionView } from '../session/view.ts';
import type { ScreenContext } from './context.ts';
import './accept/accept-screen.ts';
import './decline/decline-screen.ts';
import './hosted-step/hosted-step-screen.ts';
import './loading/loading-screen.ts';
import './outcome/outcome-screen.ts';
import './trouble/trouble-screen.ts';
import './waiting/waiting-screen.ts';

/**
 * The element for a screen. Most are in the first bundle: every session begins and ends with them, and an
 * ending must be shown when nothing more can be loaded. The others are rooms, which must be there already.
 */
export function renderScreen(screen: Screen, context: ScreenContext): TemplateResult {
  const covered = context.declining && 'view' in screen ? screen.view : undefined;
  return html`${renderOne(screen, context, covered !== undefined)}
  ${covered === undefined ? nothing : renderDecline(covered, context)}`;
}

function renderDecline(view: SessionView, { translator, snapshot }: ScreenContext): TemplateResult {
  return html`<sign-session-decline
    class="screen"
    .view=${view}
    .translator=${translator}
    .snapshot=${snapshot}
  ></sign-session-decline>`;
}

function renderOne(screen: Screen, context: ScreenContext, covered: boolean): TemplateResult {
  const { translator, snapshot } = context;
  const name = covered ? 'covered' : 'screen';
  switch (screen.kind) {
    case 'loading':
      return html`<sign-session-loading
        class=${name}
        .translator=${translator}
        .snapshot=${snapshot}
      ></sign-session-loading>`;
    case 'accept':
      return html`<sign-session-accept
        class=${name}
        ?hidden=${covered}
        .view=${screen.view}
        .appearance=${context.appearance}
        .sight=${context.sight}
        .pages=${context.pages}
        .asksPlace=${context.asksPlace}
        .translator=${translator}
        .snapshot=${snapshot}
      ></sign-session-accept>`;
    case 'hostedStep':
      return html`<sign-session-hosted-step
        class=${name}
        ?hidden=${covered}
        .view=${screen.view}
        .translator=${translator}
        .snapshot=${snapshot}
      ></sign-session-hosted-step>`;
    case 'waiting':
      return html`<sign-session-waiting
        class=${name}
        ?hidden=${covered}
        .view=${screen.view}
        .translator=${translator}
        .snapshot=${snapshot}
      ></sign-session-waiting>`;
    case 'otp':
    case 'purposeDisclosure':
    case 'certificate':
    case 'exhausted': {
      const room = context.rooms.get(screen.kind);
      return typeof room === 'object' ? room.render({ ...screen, covered, context }) : html``;
    }
    case 'outcome':
      return html`<sign-session-outcome
        class=${name}
        .ending=${screen.ending}
        .view=${screen.view}
        .appearance=${context.appearance}
        .digest=${shownDigest(snapshot) ?? screen.view?.document?.digest}
        .returnUrl=${context.returnUrl}
        .redirects=${context.redirects}
        .translator=${translator}
        .snapshot=${snapshot}
      ></sign-session-outcome>`;
    case 'trouble':
      return html`<sign-session-trouble
        class=${name}
        .translator=${translator}
        .snapshot=${snapshot}
      ></sign-session-trouble>`;
  }
}

function shownDigest({ document }: SessionSnapshot): string | undefined {
  return document?.status === 'loaded' ? document.digest : undefined;
}

import { html, nothing, type TemplateResult } from 'lit';
import type { Screen } from '../session/screen-for.ts';
import type { SessionSnapshot } from '../session/state.ts';
import type { SessionView } from '../session/view.ts';
import type { ScreenContext } from './context.ts';
import type { RoomFailure } from './rooms.ts';
import './accept/accept-screen.ts';
import './loading/loading-screen.ts';
import './outcome/outcome-screen.ts';
import './trouble/trouble-screen.ts';

/**
 * The element for a screen. Most are in the first bundle: every session begins and ends with them, and an
 * ending must be shown when nothing more can be loaded. The others are rooms, which must be there already.
 */
export function renderScreen(screen: Screen, context: ScreenContext): TemplateResult {
  const covered = context.cover !== undefined && 'view' in screen ? screen.view : undefined;
  return html`${renderOne(screen, context, covered !== undefined)}
  ${covered === undefined ? nothing : renderCover(covered, context)}`;
}

function renderCover(view: SessionView, context: ScreenContext): TemplateResult {
  const room = context.rooms.get('decline');
  if (typeof room === 'object') return html`${room.render({ view, covered: false, context })}`;
  return room === 'loading' ? renderLoading(context, 'screen') : renderTrouble(context, room, true);
}

function renderLoading({ translator, snapshot }: ScreenContext, name: string): TemplateResult {
  return html`<sign-session-loading
    class=${name}
    .translator=${translator}
    .snapshot=${snapshot}
  ></sign-session-loading>`;
}

function renderTrouble(
  { translator, snapshot }: ScreenContext,
  missing: RoomFailure | undefined,
  covers = false,
): TemplateResult {
  return html`<sign-session-trouble
    class="screen"
    .missing=${missing}
    .covers=${covers}
    .translator=${translator}
    .snapshot=${snapshot}
  ></sign-session-trouble>`;
}

function renderOne(screen: Screen, context: ScreenContext, covered: boolean): TemplateResult {
  const { translator, snapshot } = context;
  const name = covered ? 'covered' : 'screen';
  switch (screen.kind) {
    case 'loading':
      return renderLoading(context, name);
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
    case 'otp':
    case 'purposeDisclosure':
    case 'certificate':
    case 'liveness':
    case 'documentPhoto':
    case 'exhausted':
    case 'hostedStep':
    case 'waiting': {
      const room = context.rooms.get(screen.kind);
      return html`${typeof room === 'object' ? room.render({ view: screen.view, covered, context }) : nothing}`;
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
      return renderTrouble(context, screen.missing);
  }
}

function shownDigest({ document }: SessionSnapshot): string | undefined {
  return document?.status === 'loaded' ? document.digest : undefined;
}

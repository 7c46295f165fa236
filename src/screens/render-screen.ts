import { html, nothing, type TemplateResult } from 'lit';
import type { Screen } from '../session/screen-for.ts';
import type { SessionView } from '../session/view.ts';
import type { LazyKind, LazyScreens, LoadFailure } from './lazy-screens.ts';
import { screenProperties } from './screen.ts';
import type { ScreenProps } from './screen-props.ts';
import './accept/accept-screen.ts';
import './loading/loading-screen.ts';
import './error/error-screen.ts';

/**
 * Renders a screen and the overlay. The screens that every session starts with are in the first script. `screens` has the others,
 * which load while the signer reads: the end, too.
 */
export function renderScreen(screen: Screen, props: ScreenProps, screens: LazyScreens): TemplateResult {
  const view = props.overlay !== undefined && 'view' in screen ? screen.view : undefined;
  return html`${renderOne(screen, props, screens, view !== undefined)}
  ${view === undefined ? nothing : renderOverlay(view, props, screens)}`;
}

function renderOverlay(view: SessionView, props: ScreenProps, screens: LazyScreens): TemplateResult {
  const screen = screens.get('decline');
  if (typeof screen === 'object') return html`${screen.render({ ...props, view, isBehindOverlay: false })}`;
  return screen === 'loading' ? renderLoading(props, false) : renderError(props, screen, true);
}

function renderLoading({ translator, snapshot }: ScreenProps, isBehindOverlay: boolean): TemplateResult {
  return html`<sign-session-loading
    ${screenProperties({ translator, snapshot }, isBehindOverlay)}
  ></sign-session-loading>`;
}

function renderError(
  { translator, snapshot }: ScreenProps,
  missing: LoadFailure | undefined,
  isOverlay = false,
): TemplateResult {
  return html`<sign-session-error
    ${screenProperties({ translator, snapshot, missing, isOverlay }, false)}
  ></sign-session-error>`;
}

function renderOne(
  screen: Screen,
  props: ScreenProps,
  screens: LazyScreens,
  isBehindOverlay: boolean,
): TemplateResult {
  const { translator, snapshot } = props;
  const common = screenProperties({ translator, snapshot }, isBehindOverlay);
  if (screen.kind === 'loading') return renderLoading(props, isBehindOverlay);
  if (screen.kind === 'error') return renderError(props, screen.missing);
  const { view } = screen;
  if (screen.kind === 'accept')
    return html`<sign-session-accept
      ${common}
      .view=${view}
      .appearance=${props.appearance}
      .documentStatus=${props.documentStatus}
      .documentView=${props.documentView}
      .asksLocation=${props.asksLocation}
    ></sign-session-accept>`;
  if (screen.kind === 'outcome') {
    const end = screens.get('outcome');
    if (typeof end !== 'object') return html``;
    const parts = (ended: SessionView) =>
      partsOfOutcome(ended).map(kind => {
        const part = screens.get(kind);
        return typeof part === 'object' ? part.render({ ...props, view: ended, isBehindOverlay }) : nothing;
      });
    return html`${end.renderEnd?.(screen.ending, { ...props, view, isBehindOverlay }, parts)}`;
  }
  const loaded = screens.get(screen.kind);
  const lazy = { ...props, view: screen.view, isBehindOverlay, screens };
  return html`${typeof loaded === 'object' ? loaded.render(lazy) : nothing}`;
}

/** What belongs into the slots of the end, once it is loaded. */
function partsOfOutcome({ status, batch, envelope }: SessionView): LazyKind[] {
  const kinds: LazyKind[] = [];
  if (status === 'COMPLETED' && envelope) kinds.unshift('waiting');
  if (status === 'COMPLETED' && batch) kinds.unshift('batch');
  return kinds;
}

import { css, html, type PropertyValues } from 'lit';
import { controls } from '../../ui/controls.styles.ts';
import { define } from '../../ui/define.ts';
import { SlowController } from '../../ui/slow.ts';
import { screen } from '../screen.styles.ts';
import { ScreenElement } from '../screen.ts';

/** The consent, the button and the way to decline. */
const skeletonOfActions = html`<div class="bones" aria-hidden="true">
  <div class="bone consent"></div>
  <div class="bone action"></div>
  <div class="bone decline"></div>
</div>`;

/** A placeholder for the next screen. Invisible for the first 100 ms, so that a quick answer does not flicker. */
class LoadingScreen extends ScreenElement {
  static override readonly styles = [
    controls,
    screen,
    css`
      .bones {
        animation: appear 0s 100ms backwards;
        display: grid;
        gap: 12px;
      }

      .bone {
        background: var(--line);
        border-radius: min(6px, var(--radius-control));
        height: 14px;
      }

      .bone.title {
        height: 26px;
        width: 70%;
      }

      .bone.short {
        width: 55%;
      }

      .bone.box {
        border-radius: var(--radius-control);
        height: 140px;
        opacity: 0.5;
      }

      .bone.consent {
        height: 75px;
        opacity: 0.5;
      }

      .bone.decline {
        justify-self: center;
        margin: 8px 0;
        width: 30%;
      }

      .message {
        margin-bottom: 8px;
      }

      /* What the consent screen shows at this size. */
      @container (width < 52.5em) {
        .bone:is(.box, .line) {
          display: none;
        }
      }

      @media (max-height: 30rem) {
        .bone.decline {
          display: none;
        }

        @container (width < 52.5em) {
          .bone.title {
            display: none;
          }
        }
      }

      .bone.action {
        border-radius: var(--radius-control);
        height: 48px;
      }

      @keyframes appear {
        from {
          opacity: 0;
        }
      }
    `,
  ];

  readonly #slow = new SlowController(this);

  override willUpdate(changed: PropertyValues<this>): void {
    // “Try again” starts a new wait.
    const before = changed.get('snapshot');
    if (before !== undefined && before.state !== this.snapshot.state) this.#slow.waiting(false);
    this.#slow.waiting(this.snapshot.state.phase !== 'idle');
  }

  #renderSlow() {
    const { translator } = this;
    return html`<p class="secondary-text message">${translator.t('loading.slow')}</p>
      <button class="button secondary" type="button" @click=${() => this.dispatchIntent({ kind: 'reload' })}>
        ${translator.t('action.retry')}
      </button>`;
  }

  override render() {
    const { slow } = this.#slow;
    return html`<h2 class="visually-hidden" tabindex="-1">${this.translator.t('loading.heading')}</h2>
      <div class="bones" aria-hidden="true">
        <div class="bone title"></div>
        <div class="bone line"></div>
        <div class="bone line short"></div>
        <div class="bone box"></div>
      </div>
      <div class="actions" role="status">${slow ? this.#renderSlow() : skeletonOfActions}</div>`;
  }
}

define('sign-session-loading', LoadingScreen);

declare global {
  interface HTMLElementTagNameMap {
    'sign-session-loading': LoadingScreen;
  }
}

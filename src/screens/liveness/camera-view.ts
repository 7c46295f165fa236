import { type TemplateResult, html, nothing, svg } from 'lit';
import type { AttemptPhase } from './liveness-attempt.ts';
import type { LaterTranslator } from '../../i18n/later-messages.ts';
import type { Locale } from '../../i18n/locales.ts';

/** The caption of a phase, in one sentence. */
export function captionOf(phase: AttemptPhase, messages: LaterTranslator<'liveness'>): string {
  switch (phase.kind) {
    case 'idle':
      return '';
    case 'opening': {
      const percent = Math.floor(phase.part * 100);
      return phase.cameraOn ? messages.t('phase.loading', { percent }) : messages.t('phase.asking');
    }
    case 'place':
    case 'act':
      return messages.t(`hint.${phase.hint}`);
    case 'send':
      return phase.sent === phase.all
        ? messages.t('phase.checking')
        : messages.t('phase.sending', { n: phase.sent + 1, all: phase.all });
  }
}

/** The progress of a phase. A bar shows it without relying on colour or movement. */
export function phaseProgress(
  phase: AttemptPhase,
  messages: LaterTranslator<'liveness'>,
): TemplateResult | typeof nothing {
  switch (phase.kind) {
    case 'opening':
      return html`<progress
        max="1"
        .value=${phase.part}
        aria-label=${messages.t('phase.loading', { percent: Math.floor(phase.part * 100) })}
      ></progress>`;
    case 'act': {
      const label = messages.t('phase.progress', { n: Math.min(phase.done + 1, phase.all), all: phase.all });
      return html`<progress max=${phase.all} .value=${phase.done} aria-label=${label}></progress>
        <p class="secondary-text">${label}</p>`;
    }
    case 'send':
      return html`<progress
        max=${phase.all + 1}
        .value=${phase.sent}
        aria-label=${captionOf(phase, messages)}
      ></progress>`;
    case 'idle':
    case 'place':
      return nothing;
  }
}

/** Is the camera's picture shown? */
export function showsPicture({ kind }: AttemptPhase): boolean {
  return kind === 'place' || kind === 'act';
}

/** The camera's picture, with an oval for the face. */
export function preview(messages: LaterTranslator<'liveness'>): TemplateResult {
  return html`<div class="camera-view">
    <video muted playsinline autoplay aria-label=${messages.t('phase.preview')}></video>
    <svg class="oval" viewBox="0 0 100 100" preserveAspectRatio="xMidYMid meet" aria-hidden="true">
      ${svg`<ellipse class="shade" cx="50" cy="50" rx="31" ry="41" /><ellipse cx="50" cy="50" rx="31" ry="41" />`}
    </svg>
  </div>`;
}

/** Reads hints aloud, where the browser can. */
export class SpokenHints {
  #last = '';

  /** Can this browser speak? */
  static get possible(): boolean {
    return 'speechSynthesis' in globalThis;
  }

  /** Speaks a text, interrupting the previous one; the same text only once in a row. */
  say(text: string, locale: Locale): void {
    if (!SpokenHints.possible || text === this.#last) return;
    this.#last = text;
    const utterance = new SpeechSynthesisUtterance(text);
    utterance.lang = locale;
    speechSynthesis.cancel();
    speechSynthesis.speak(utterance);
  }

  stop(): void {
    if (SpokenHints.possible && this.#last !== '') speechSynthesis.cancel();
    this.#last = '';
  }
}

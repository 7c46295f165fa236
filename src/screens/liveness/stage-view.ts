import { html, nothing, svg, type TemplateResult } from 'lit';
import type { AttemptStage } from './attempt-stage.ts';
import type { LivenessTranslator } from './liveness-words.ts';

/** What the signer is told at a stage, in one sentence. */
export function captionOf(stage: AttemptStage, words: LivenessTranslator): string {
  switch (stage.kind) {
    case 'idle':
      return '';
    case 'opening': {
      const percent = Math.floor(stage.part * 100);
      return stage.cameraOn ? words.text('stage.loading', { percent }) : words.text('stage.asking');
    }
    case 'place':
    case 'act':
      return words.text(`hint.${stage.hint}`);
    case 'send':
      return stage.sent === stage.all
        ? words.text('stage.checking')
        : words.text('stage.sending', { n: stage.sent + 1, all: stage.all });
  }
}

/** How far it is. A bar that fills says it without colours or movement. */
export function stageProgress(
  stage: AttemptStage,
  words: LivenessTranslator,
): TemplateResult | typeof nothing {
  switch (stage.kind) {
    case 'opening':
      return html`<progress
        max="1"
        .value=${stage.part}
        aria-label=${words.text('stage.loading', { percent: Math.floor(stage.part * 100) })}
      ></progress>`;
    case 'act': {
      const label = words.text('stage.progress', { n: Math.min(stage.done + 1, stage.all), all: stage.all });
      return html`<progress max=${stage.all} .value=${stage.done} aria-label=${label}></progress>
        <p class="secondary-text">${label}</p>`;
    }
    case 'send':
      return html`<progress
        max=${stage.all + 1}
        .value=${stage.sent}
        aria-label=${captionOf(stage, words)}
      ></progress>`;
    case 'idle':
    case 'place':
      return nothing;
  }
}

/** Is the camera's picture on the screen? */
export function showsPicture({ kind }: AttemptStage): boolean {
  return kind === 'place' || kind === 'act';
}

/** The camera's picture, and the oval into which the face goes. */
export function preview(words: LivenessTranslator): TemplateResult {
  return html`<div class="stage">
    <video muted playsinline autoplay aria-label=${words.text('stage.preview')}></video>
    <svg class="oval" viewBox="0 0 100 100" preserveAspectRatio="xMidYMid meet" aria-hidden="true">
      ${svg`<ellipse class="shade" cx="50" cy="50" rx="31" ry="41" /><ellipse cx="50" cy="50" rx="31" ry="41" />`}
    </svg>
  </div>`;
}

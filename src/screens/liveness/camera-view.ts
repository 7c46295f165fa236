import { type TemplateResult, html, nothing, svg } from 'lit';
import type { AttemptPhase } from './liveness-attempt.ts';
import type { LivenessProblem } from './liveness-notices.ts';
import type { LaterTranslator } from '../../i18n/later-messages.ts';

type Messages = LaterTranslator<'liveness'>;

/** The caption of a phase, in one sentence. */
export function captionOf(
  phase: AttemptPhase,
  problem: LivenessProblem | undefined,
  messages: Messages,
): string {
  switch (phase.kind) {
    case 'idle':
      return '';
    case 'opening': {
      if (problem === 'unanswered') return messages.t('problem.unanswered');
      // Whoever has found their place by then need not wait any more.
      return messages.t(phase.cameraOn ? 'hint.centre' : 'phase.asking');
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

/** The progress of a phase; undefined if it is unknown. */
interface Progress {
  /** From 0 to 1. */
  readonly part: number;
  readonly label: string;
}

function progressOf(phase: AttemptPhase, messages: Messages): Progress | undefined {
  switch (phase.kind) {
    case 'opening': {
      const label = messages.t('phase.loading', { percent: Math.floor(phase.part * 100) });
      return { part: phase.part, label };
    }
    case 'act': {
      const label = messages.t('phase.progress', { n: Math.min(phase.done + 1, phase.all), all: phase.all });
      return { part: phase.done / phase.all, label };
    }
    case 'send':
      return { part: phase.sent / (phase.all + 1), label: captionOf(phase, undefined, messages) };
    case 'idle':
    case 'place':
      return undefined;
  }
}

/** Is the camera's picture shown? */
function showsPicture(phase: AttemptPhase): boolean {
  return phase.kind === 'opening' ? phase.cameraOn : phase.kind === 'place' || phase.kind === 'act';
}

/** What to do, the camera's picture in an oval with the progress around it, and a line about the pictures. */
export function cameraView(phase: AttemptPhase, caption: string, messages: Messages): TemplateResult {
  const progress = progressOf(phase, messages);
  const note = phase.kind !== 'send' && showsPicture(phase) ? progress?.label : undefined;
  return html`<div class="stage">
    <p class="caption" role="status">${caption}</p>
    <div class="view">
      <div class="picture">
        ${
          showsPicture(phase)
            ? html`<video muted playsinline autoplay aria-label=${messages.t('phase.preview')}></video>`
            : nothing
        }
        ${oval(progress?.part ?? 0)}
      </div>
    </div>
    <p class="note">${[note, messages.t('phase.note')].filter(Boolean).join(' · ')}</p>
    ${
      progress === undefined
        ? nothing
        : html`<progress
            class="visually-hidden"
            max="1"
            .value=${progress.part}
            aria-label=${progress.label}
          ></progress>`
    }
  </div>`;
}

/** From the top of the oval clockwise around it. */
const AROUND = 'M160 10a150 200 0 0 1 0 400a150 200 0 0 1 0-400';

/** The oval for the face, and an arc around it for the progress. Where the picture is larger, the rest is shaded. */
function oval(part: number): TemplateResult {
  return html`<svg class="oval" viewBox="0 0 320 420" preserveAspectRatio="xMidYMid meet" aria-hidden="true">
    ${svg`<path class="shade" fill-rule="evenodd" d="M-4000-4000h8000v8000h-8000Z${AROUND}Z" />
      <path class="ring" d=${AROUND} />
      <path class="arc" d=${AROUND} pathLength="100" stroke-dasharray="${Math.round(part * 100)} 100" />`}
  </svg>`;
}

import { correction, generate } from 'lean-qr/nano';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { type PreviewSession, signerLinkOf } from '../created-sessions.ts';
import { controls } from '../ui/controls.styles.ts';
import { QaPopover } from '../ui/popover.ts';
import { symbol } from '../ui/symbols.ts';
import '../ui/copy-button.ts';

/** Modules of quiet zone on each side (ISO/IEC 18004). */
const QUIET = 4;

/** A text as a QR code. Black on white in every colour scheme, for cameras. @param label its accessible name */
function qrDrawing(text: string, label: string): TemplateResult {
  const code = generate(text, { minCorrectionLevel: correction.M });
  const size = code.size + 2 * QUIET;
  const modules: string[] = [];
  for (let y = 0; y < code.size; y += 1) {
    for (let x = 0; x < code.size; x += 1) {
      if (code.get(x, y)) modules.push(`M${x + QUIET} ${y + QUIET}h1v1h-1z`);
    }
  }
  return html`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label=${label}>
    <path d=${modules.join('')} />
  </svg>`;
}

const qrStyles = css`
  .qr {
    background: #fff;
    border: 1px solid var(--line);
    border-radius: 8px;
    fill: #000;
    shape-rendering: crispedges;
    width: 100%;
  }
`;

/** Host names that only reach the device itself. */
const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/** The signer's link as a QR code for a phone. */
@customElement('qa-hosted-qr')
class QaHostedQr extends LitElement {
  static override readonly styles = [
    controls,
    qrStyles,
    css`
      :host {
        display: inline-flex;
      }

      [slot='label'] {
        align-items: center;
        display: inline-flex;
        gap: 6px;
      }

      .code {
        display: grid;
        gap: 10px;
        width: min(17rem, calc(100vw - 48px));
      }

      .hint {
        color: var(--ink-2);
      }
    `,
  ];

  /** Rendered only while the panel is open: anybody who scans it can sign. */
  @state() private isOpen = false;

  @property({ attribute: false }) sessions: readonly PreviewSession[] = [];

  private readonly handleToggle = ({ target }: Event) => {
    this.isOpen = target instanceof QaPopover && target.isOpen;
  };

  private readonly renderSession = (session: PreviewSession) => {
    const link = signerLinkOf(session);
    const isLocal = LOOPBACK.includes(new URL(link).hostname);
    const whose = session.signer === undefined ? '' : ` of signer ${session.signer.index}`;
    return html`${session.signer === undefined ? nothing : html`<h3>${session.signer.name}</h3>`}
      ${qrDrawing(link, `QR code of the hosted page${whose}`)}
      ${
        isLocal
          ? html`<p class="hint">
              This address works on this machine only. A phone needs https: put a proxy with a certificate in
              front of the service, and start it with its address in <code>PUBLIC_URL</code>.
            </p>`
          : nothing
      } <qa-copy .text=${() => link} label="Copy link${whose}" short="Copy link"></qa-copy>`;
  };

  override render() {
    const { sessions } = this;
    return html`<qa-popover label="QR for a real phone" variant="icon" @panel-toggled=${this.handleToggle}>
      <span slot="label">${symbol('qr')}</span>
      <div class="code">
        ${sessions.length === 0 ? html`<p>Run a scenario first: its link is shown here.</p>` : nothing}
        ${this.isOpen ? sessions.map(this.renderSession) : nothing}
      </div>
    </qa-popover>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'qa-hosted-qr': QaHostedQr;
  }
}

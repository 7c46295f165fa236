import { css } from 'lit';

export const styles = css`
  /* The service's page in a frame shows this step alone, without it. */
  [part='decline'] {
    display: var(--decline, flex);
  }

  fieldset,
  .ways {
    border: 0;
    display: grid;
    gap: 8px;
    list-style: none;
    margin: 0;
    min-width: 0;
    padding: 0;
  }

  fieldset {
    gap: 4px;
  }

  fieldset .option {
    padding-block: 8px;
  }

  .way {
    align-items: baseline;
    display: flex;
    gap: 12px;
    justify-content: space-between;
  }

  .ways li {
    padding-inline-end: 32px;
    position: relative;
  }

  /* All of the row is the button. */
  .ways .link {
    color: var(--ink);
    font-weight: 600;
    min-height: 24px;
    text-align: start;
    text-decoration: none;
  }

  .ways .link::before {
    content: '';
    inset: 0;
    position: absolute;
  }

  .ways li::after {
    content: '›' / '';
    position: absolute;
    right: 16px;
    top: 14px;
  }

  .notices {
    display: grid;
    gap: 8px;
  }

  @media (max-height: 30rem) {
    .choose .secondary-text {
      display: none;
    }

    /* Slotted into the bar of a source that draws itself. */
    :is(
        sign-session-certificate-file,
        sign-session-cloud-certificate,
        sign-session-gov-br,
        sign-session-token-bridge
      )
      > .button {
      flex: none;
      padding-inline: 12px;
      width: auto;
    }
  }

  .facts {
    gap: 2px;
    overflow-wrap: anywhere;
  }

  .facts p {
    color: var(--ink-2);
  }

  .facts .match {
    align-items: center;
    color: var(--good);
    display: flex;
    font-weight: 600;
    gap: 4px;
  }

  .facts .holder {
    color: var(--ink);
    font-weight: 700;
  }

  .link {
    justify-self: start;
    width: fit-content;
  }
`;

export const fileForm = css`
  /* Its parts are the screen's: its actions are the bar of the screen. */
  :host {
    display: contents;
  }

  .drop {
    border: 1.5px dashed var(--line-strong);
    border-radius: var(--radius-control);
    display: grid;
    gap: 4px;
    padding: 12px 16px;
    position: relative;
  }

  .drop.over {
    background: var(--hover);
    border-color: var(--brand);
  }

  .drop.invalid {
    border-color: var(--bad);
  }

  .drop:focus-within .button {
    outline: 3px solid var(--focus);
    outline-offset: 2px;
  }

  .fields {
    display: grid;
    gap: 20px;
  }

  @container (width < 52.5em) {
    .fields {
      gap: 12px;
    }
  }

  /* Nothing can be dropped with a finger, and a low window has no room to say so. */
  @media (pointer: coarse), (max-height: 30rem) {
    .chosen.drop-hint {
      display: none;
    }
  }

  @media (max-height: 30rem) {
    @container (width >= 35em) {
      .fields {
        align-items: start;
        grid-template-columns: 1fr 1fr;
      }
    }
  }

  .chosen {
    font-size: 0.875em;
    overflow-wrap: anywhere;
    text-align: center;
  }
`;

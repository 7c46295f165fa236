import { LitElement } from 'lit';
import { property } from 'lit/decorators.js';
import type { ViewerTranslator } from '../words/viewer-key.ts';
import { ViewerCommandEvent, type ViewerCommand } from './command.ts';

/** What all parts of the viewer are: an element that shows what it is given and asks for what the reader wants. */
export abstract class ViewerPart extends LitElement {
  @property({ attribute: false }) words!: ViewerTranslator;

  protected ask(command: ViewerCommand): void {
    this.dispatchEvent(new ViewerCommandEvent(command));
  }
}

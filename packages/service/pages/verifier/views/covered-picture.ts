import type { Picture, PixelBox } from '@sign-session/verify/covering';

/** Around the area, in pixels of the picture: half an inch. */
const MARGIN = 72;

/** The picture of what a later signature covers, with the area marked. Set its properties before it is shown. */
export class CoveredPicture extends HTMLElement {
  picture: Picture | undefined;
  area: PixelBox | undefined;
  /** What it shows, for those who don't see it. */
  label = '';
  #drawn: Picture | undefined;
  readonly #canvas = document.createElement('canvas');

  connectedCallback(): void {
    this.#draw();
  }

  #draw(): void {
    const { picture, area } = this;
    this.#canvas.setAttribute('role', 'img');
    this.#canvas.setAttribute('aria-label', this.label);
    if (picture === undefined || area === undefined || picture === this.#drawn) return;
    this.#drawn = picture;
    const [left, top] = [Math.max(area.left - MARGIN, 0), Math.max(area.top - MARGIN, 0)];
    this.#canvas.width = Math.min(area.right + MARGIN, picture.width) - left;
    this.#canvas.height = Math.min(area.bottom + MARGIN, picture.height) - top;
    const context = this.#canvas.getContext('2d');
    if (context === null) return;
    const pixels = new ImageData(new Uint8ClampedArray(picture.data), picture.width, picture.height);
    context.putImageData(pixels, -left, -top);
    context.strokeStyle = '#b3261e';
    context.lineWidth = 3;
    context.setLineDash([10, 6]);
    context.strokeRect(area.left - left, area.top - top, area.right - area.left, area.bottom - area.top);
    this.append(this.#canvas);
  }
}

customElements.define('covered-picture', CoveredPicture);

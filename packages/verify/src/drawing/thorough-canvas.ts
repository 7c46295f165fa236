/** A canvas of pdf.js's making. */
export interface Drawable {
  readonly canvas: HTMLCanvasElement;
  readonly context: CanvasRenderingContext2D;
}

/** Makes the canvases of a drawing. */
export interface CanvasFactory {
  create: (width: number, height: number) => Drawable;
}

/** To the pixels around one, and to itself. */
const SHIFTS = [-1, 0, 1].flatMap(x => [-1, 0, 1].map(y => [x, y] as const));

/** pdf.js draws nothing whose box does not meet that of what clips it. */
export interface Boxes {
  intersect: (one: readonly number[], other: readonly number[]) => number[] | null;
}

/**
 * Lets canvases show whatever some program may show. Others paint every pixel that a shape or a clip touches, where a
 * canvas shows next to nothing of thin ones, and dots for lines without a length. What images show depends on how each reads
 * them: they become black boxes.
 * @returns undoes it for canvases to come
 */
export function drawThoroughly(factory: CanvasFactory, boxes: Boxes): () => void {
  const { create } = factory;
  const { intersect } = boxes;
  // Both may touch a pixel in common.
  boxes.intersect = ([left = 0, top = 0, right = 0, bottom = 0], other) =>
    intersect.call(boxes, [left - 2, top - 2, right + 2, bottom + 2], other);
  const kinds = new Kinds();
  factory.create = (width, height) => {
    const made = create.call(factory, width, height);
    kinds.watch(made);
    paintThinShapes(made);
    widenClips(made, create.bind(factory));
    blackenImages(made, kinds);
    return made;
  };
  return () => {
    factory.create = create;
    boxes.intersect = intersect;
  };
}

/** Which canvases have an image, and no drawing. */
class Kinds {
  readonly #made = new WeakSet<object>();
  readonly #drawn = new WeakSet<object>();
  readonly #images = new WeakSet<object>();

  isImage(source: object): boolean {
    return !this.#made.has(source) || this.#images.has(source);
  }

  watch({ canvas, context }: Drawable): void {
    this.#made.add(canvas);
    for (const name of ['fill', 'stroke', 'fillRect', 'drawImage'] as const)
      before(context, name, () => this.#drawn.add(canvas));
    before(context, 'putImageData', () => {
      if (!this.#drawn.has(canvas)) this.#images.add(canvas);
    });
  }
}

type Method = 'fill' | 'stroke' | 'fillRect' | 'drawImage' | 'putImageData';

/** Has something done before each call. */
function before(context: CanvasRenderingContext2D, name: Method, action: () => void): void {
  const original = methodOf(context, name);
  context[name] = (...values: unknown[]) => {
    action();
    original(...values);
  };
}

/** A method as it is, whatever comes in its place. */
function methodOf(context: CanvasRenderingContext2D, name: Method | 'clip'): (...values: unknown[]) => void {
  const method: unknown = Reflect.get(context, name);
  return (...values) => {
    if (typeof method === 'function') Reflect.apply(method, context, values);
  };
}

function paintThinShapes({ context }: Drawable): void {
  const [fill, stroke] = [methodOf(context, 'fill'), methodOf(context, 'stroke')];
  context.fill = (...shape: unknown[]) => {
    fill(...shape);
    const path = inPixels(context, shape);
    if (path === undefined) return;
    inOwnState(context, () => {
      context.strokeStyle = context.fillStyle;
      takeThinPen(context);
      stroke(path);
    });
  };
  context.stroke = (...shape: unknown[]) => {
    const { lineCap } = context;
    if (lineCap === 'butt') context.lineCap = 'square';
    stroke(...shape);
    context.lineCap = lineCap;
  };
}

/** A thinner one would leave no dots where a path has next to no length. */
function takeThinPen(context: CanvasRenderingContext2D): void {
  context.setLineDash([]);
  context.lineWidth = 2;
  context.lineCap = 'round';
  context.lineJoin = 'round';
}

/** A clip lets the pixels around it through as well. Where it has no area, its line is painted. */
function widenClips({ canvas, context }: Drawable, create: CanvasFactory['create']): void {
  const [clip, drawImage] = [methodOf(context, 'clip'), methodOf(context, 'drawImage')];
  context.clip = (...shape: unknown[]) => {
    const path = inPixels(context, shape);
    if (path === undefined) return clip(...shape);
    const thin = create(canvas.width, canvas.height);
    takeThinPen(thin.context);
    thin.context.stroke(path);
    thin.context.globalCompositeOperation = 'destination-out';
    const wide = new Path2D();
    for (const [x, y] of SHIFTS) {
      const shift = new DOMMatrix([1, 0, 0, 1, x, y]);
      thin.context.setTransform(shift);
      thin.context.fill(path);
      wide.addPath(path, shift);
    }
    inOwnState(context, () => {
      context.globalAlpha = 1;
      drawImage(thin.canvas, 0, 0);
    });
    thin.canvas.width = 0;
    const transform = context.getTransform();
    context.resetTransform();
    clip(wide);
    context.setTransform(transform);
  };
}

function blackenImages({ context }: Drawable, kinds: Kinds): void {
  const drawImage = methodOf(context, 'drawImage');
  context.drawImage = (image: object, ...place: number[]) => {
    if (!kinds.isImage(image)) return drawImage(image, ...place);
    const size: Readonly<Record<string, unknown>> = Object(image);
    const own = [Number(size['width']), Number(size['height'])] as const;
    const [x = 0, y = 0, width = own[0], height = own[1]] = place.slice(place.length > 4 ? 4 : 0);
    const { fillStyle } = context;
    context.fillStyle = '#000000';
    context.fillRect(x, y, width, height);
    context.fillStyle = fillStyle;
  };
}

/** The path that a method of a context is called with, as it is on the canvas. */
function inPixels(context: CanvasRenderingContext2D, [path]: readonly unknown[]): Path2D | undefined {
  if (!(path instanceof Path2D)) return undefined;
  const moved = new Path2D();
  moved.addPath(path, context.getTransform());
  return moved;
}

/** Draws in pixels, and leaves everything as it was. */
function inOwnState(context: CanvasRenderingContext2D, draw: () => void): void {
  context.save();
  context.resetTransform();
  draw();
  context.restore();
}

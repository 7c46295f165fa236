/**
 * Does to the built-in objects what scripts on host pages do to them: old libraries add enumerable methods and
 * `toJSON`, polyfills replace methods, and monitoring wraps whatever is asynchronous.
 */
export function patchBuiltIns(): void {
  addEnumerable(Array.prototype, 'remove', () => 'the host’s');
  addEnumerable(Function.prototype, 'bindAsEventListener', () => 'the host’s');
  addEnumerable(String.prototype, 'toJSON', function (this: unknown) {
    return String(this);
  });
  replaceByPolyfill(Array.prototype, 'at');
  replaceByPolyfill(Array.prototype, 'flatMap');
  replaceByPolyfill(String.prototype, 'replaceAll');
  wrapAsMonitoring();
}

/** Gives every object an enumerable property, as old libraries do. */
export function polluteObjects(): void {
  addEnumerable(Object.prototype, 'extend', () => 'the host’s');
}

function addEnumerable(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}

/** The same by another function, as core-js leaves it. */
function replaceByPolyfill<Target extends object>(target: Target, name: keyof Target): void {
  const real = target[name];
  if (typeof real !== 'function') throw new Error(`${String(name)} is no method.`);
  Object.defineProperty(target, name, {
    value(this: unknown, ...args: unknown[]): unknown {
      return Reflect.apply(real, this, args);
    },
    configurable: true,
    writable: true,
  });
}

function wrapAsMonitoring(): void {
  globalThis.Worker = class MonitoredWorker extends Worker {};
  globalThis.Promise = class MonitoredPromise<Value> extends Promise<Value> {};
  globalThis.ResizeObserver = class MonitoredObserver extends ResizeObserver {};
  replaceByPolyfill(Promise.prototype, 'then');
  replaceByPolyfill(EventTarget.prototype, 'addEventListener');
  const frame = globalThis.requestAnimationFrame;
  globalThis.requestAnimationFrame = callback => frame.call(globalThis, time => callback(time));
}

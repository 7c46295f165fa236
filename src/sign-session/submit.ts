/**
 * Submits a form of the widget when its button is pressed, in the browser's place: in a frame whose sandbox lacks
 * `allow-forms` the browser would do nothing. The forms go nowhere, so their listeners are all there is to it.
 */
export function submitWithoutSandbox(event: Event): void {
  const button = event.composedPath().find(isSubmit);
  if (button?.form == null || button.disabled || event.defaultPrevented) return;
  event.preventDefault();
  const submit = new SubmitEvent('submit', { bubbles: true, cancelable: true, submitter: button });
  if (button.form.noValidate || button.form.reportValidity()) button.form.dispatchEvent(submit);
}

function isSubmit(target: EventTarget): target is HTMLButtonElement {
  return target instanceof HTMLButtonElement && target.type === 'submit';
}

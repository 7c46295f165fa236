/** Stands in for the service, the camera and the element where a host page is tested. */
export { fakeCamera, type FakeCameraKind } from './fake-camera.ts';
export { createFakeSession, type FakeSession } from './fake-session.ts';
export type { FakeSessionOptions } from './fake-session-options.ts';
export { SignSessionHarness, type EventName, type HeardEvent } from './harness.ts';
export { defineMockSignSession, MockSignSession } from './mock-element.ts';
export { MAGIC_CODES, OUTCOMES, type Outcome, type OutcomeEffect, type OutcomeRow } from './outcomes.ts';
export type { FakeRequest } from './routes.ts';
export type { SessionAnswer } from './session-answers.ts';
export type { StepType } from '../../session-rules/src/index.ts';
export { numberedPdf, onePagePdf } from './small-pdf.ts';

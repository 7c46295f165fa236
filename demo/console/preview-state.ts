import type { ElementState } from './console-controller.ts';
import type { PreviewSession } from './created-sessions.ts';
import type { Fault } from './http/service-types.ts';
import type { DeviceSettings } from './preview/devices.ts';
import type { CameraMode } from './preview/simulated-camera.ts';
import type { ScenarioResult } from './scenarios/compare-result.ts';
import type { ScenarioRun } from './scenarios/scenario-run.ts';
import type { Settings } from './settings/settings.ts';

/** What the device and the result show; a new object after each change. */
export interface PreviewState {
  readonly sessions: readonly PreviewSession[];
  readonly settings: Settings;
  readonly device: DeviceSettings;
  readonly isCustomising: boolean;
  readonly run: ScenarioRun | undefined;
  readonly result: ScenarioResult | undefined;
  /** Why no session could be created, as a sentence. */
  readonly problem: string | undefined;
  readonly faults: readonly Fault[];
  /** Milliseconds that the service's clock is ahead of this device's. */
  readonly shift: number | undefined;
  readonly camera: CameraMode;
  readonly element: ElementState;
}

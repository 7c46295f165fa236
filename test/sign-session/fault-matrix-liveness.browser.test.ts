import { livenessOutcomes, livenessStep } from './fault-matrix/liveness-step.ts';
import { ONE_OF_EACH } from './fault-matrix/faults.ts';
import { playMatrix } from './fault-matrix/play.ts';

/* The matrix for the two actions of the camera step, which the sandbox simulates. */

playMatrix({
  start_liveness: {
    ...livenessStep,
    match: { action: 'start_liveness' },
    faults: ONE_OF_EACH,
    // What an answer that can't be read began, nobody can go on with: another try begins another attempt.
    outcomes: { ...livenessOutcomes, misread: livenessOutcomes.garbage },
  },
  complete_liveness: {
    ...livenessStep,
    match: { action: 'complete_liveness' },
    faults: ONE_OF_EACH,
    outcomes: livenessOutcomes,
  },
});

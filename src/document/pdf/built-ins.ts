/**
 * What pdf.js's build for new browsers needs and some supported ones lack, by the standards (ECMA-262). Loaded only where
 * something is missing, before pdf.js, and before its worker: pdf.js's own build for older browsers is larger for everybody.
 */
import '@sign-session/verify/missing-built-ins';
import 'core-js/modules/es.iterator.constructor.js';
import 'core-js/modules/es.iterator.drop.js';
import 'core-js/modules/es.iterator.every.js';
import 'core-js/modules/es.iterator.filter.js';
import 'core-js/modules/es.iterator.find.js';
import 'core-js/modules/es.iterator.flat-map.js';
import 'core-js/modules/es.iterator.for-each.js';
import 'core-js/modules/es.iterator.map.js';
import 'core-js/modules/es.iterator.some.js';
import 'core-js/modules/es.iterator.take.js';
import 'core-js/modules/es.iterator.to-array.js';
import 'core-js/modules/es.map.get-or-insert.js';
import 'core-js/modules/es.map.get-or-insert-computed.js';
import 'core-js/modules/es.math.sum-precise.js';
import 'core-js/modules/es.promise.try.js';
import 'core-js/modules/es.set.difference.v2.js';
import 'core-js/modules/es.set.intersection.v2.js';
import 'core-js/modules/es.set.is-disjoint-from.v2.js';
import 'core-js/modules/es.set.is-subset-of.v2.js';
import 'core-js/modules/es.set.is-superset-of.v2.js';
import 'core-js/modules/es.set.symmetric-difference.v2.js';
import 'core-js/modules/es.set.union.v2.js';
import 'core-js/modules/es.uint8-array.from-base64.js';
import 'core-js/modules/es.uint8-array.set-from-base64.js';
import 'core-js/modules/es.uint8-array.set-from-hex.js';
import 'core-js/modules/es.uint8-array.to-base64.js';
import 'core-js/modules/es.uint8-array.to-hex.js';
import 'core-js/modules/es.weak-map.get-or-insert.js';
import 'core-js/modules/es.weak-map.get-or-insert-computed.js';
import 'core-js/modules/web.url.parse.js';

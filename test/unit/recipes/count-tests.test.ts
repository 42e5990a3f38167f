import { expect, it } from 'vitest';
import { countTests } from '../../../scripts/trainer/tests.mjs';

it.each([
  ['....\n----\nRan 33 tests in 30.1s\n\nOK\n', 0, { passed: 33, failed: 0 }],
  ['\nRan 1 test in 0.1s\n\nOK\n', 0, { passed: 1, failed: 0 }],
  ['\nRan 33 tests in 30.1s\n\nOK (skipped=2)\n', 0, { passed: 31, failed: 0 }],
  ['\nRan 33 tests in 30.1s\n\nFAILED (failures=2, errors=1, skipped=1)\n', 1, { passed: 29, failed: 3 }],
  ['\nRan 9 tests in 1.0s\n\nFAILED (unexpected successes=1)\n', 1, { passed: 8, failed: 1 }],
  // A test that prints such a line itself.
  ['\nRan 5 tests in 1s\n\nOK\n\nRan 9 tests in 1.0s\n\nFAILED (errors=1)\n', 1, { passed: 8, failed: 1 }],
  ['Traceback (most recent call last):\n', 1, { passed: 0, failed: 1 }],
  ['\nRan 0 tests in 0.0s\n\nNO TESTS RAN\n', 5, { passed: 0, failed: 1 }],
  ['\nRan 0 tests in 0.0s\n\nOK\n', 0, { passed: 0, failed: 1 }],
  ['\nRan 9 tests in 1.0s\n\nOK\n', null, { passed: 9, failed: 1 }],
])('counts what unittest reports: %j', (report, code, count) => {
  expect(countTests(report, code)).toEqual(count);
});

// Names the tests that passed only when tried again: a machine that stumbled, or a test to mend.
import type { Reporter, TestCase } from "vitest/node";

/** A reporter of vitest, beside the others. */
export default class SecondTries implements Reporter {
  onTestCaseResult(test: TestCase): void {
    if (!test.diagnostic()?.flaky) return;
    const [first] = test.result().errors ?? [];
    console.log(
      `\npassed at the second try: ${test.module.moduleId} > ${test.fullName}\n${first?.message.slice(0, 500)}`,
    );
  }
}

import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Begins with the files that take longest: vitest itself goes by their size, and the faults stand in the smallest. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rank = ({ moduleId }: TestSpecification) => {
      const at = longest.findIndex((part) => moduleId.includes(part))
      return at === -1 ? longest.length : at
    }
    // For `coverage-now-and-then.ts` in the workers, which are started after this.
    process.env.FMW_TEST_FILES = String(files.length)
    return sorted.toSorted((one, other) => rank(one) - rank(other))
  }
}

const longest = [
  // It waits for half a minute by itself: as the last one it would have all others wait too.
  '/test/simulator/chaos/slow-answers',
  '/test/faults/',
  '/test/walker/',
  '/test/ui/',
  '/test/worst/',
  '/test/store/postgres/',
  '/test/store/sqlite/',
]

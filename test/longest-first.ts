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
  // They wait for a quarter of a minute or more by themselves: as the last they would have all others wait too.
  '/test/simulator/chaos/slow-answers',
  '/test/turns/kept/frozen/',
  '/test/deploy/stops',
  '/test/cli/doctor/behind-a-proxy',
  '/test/cli/service/dial',
  '/test/faults/',
  '/test/walker/',
  '/test/ui/',
  '/test/worst/',
  '/test/store/postgres/',
  '/test/store/sqlite/',
]

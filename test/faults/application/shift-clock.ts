/**
 * Sets the clock of a process, and of its worker threads, off by what `FAULTS_CLOCK` says (ms): machines whose clocks
 * disagree. Spans (`performance.now`, timers) are as they are.
 */
const off = Number(process.env.FAULTS_CLOCK ?? 0)
const RealDate = Date

if (off !== 0) {
  class ShiftedDate extends RealDate {
    constructor(...given: [] | [number | string | Date]) {
      super(given[0] ?? RealDate.now() + off)
    }

    static override now(): number {
      return RealDate.now() + off
    }
  }
  globalThis.Date = Object.assign(ShiftedDate, { UTC: RealDate.UTC }) as DateConstructor
}

/** The time that all processes of the machine share, epoch ms. */
export const sharedTime = (): number => RealDate.now()

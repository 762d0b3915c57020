/** What the service knows of its pushes. */
export class Ledger {
  /** Keys of all pushes that were sent. */
  readonly sent = new Set<string>()
  /** Keys of those that were acknowledged, and in which step of the run. */
  readonly acknowledged = new Map<string, number>()
  /** When pushes were acknowledged first, oldest first. */
  readonly times: bigint[] = []
  /** Requests: a push that is sent again counts again. */
  requests = 0
  /** Requests that were sent although their push was known. */
  repeats = 0
  unanswered = 0
  /** Answers by their status. */
  readonly statuses = new Map<number, number>()
  #step = 0

  /** What follows belongs to this step. */
  set step(step: number) {
    this.#step = step
  }

  /** @param at when it was answered, as `process.hrtime.bigint()` */
  tell(key: string, status: number | 'unanswered', at: bigint): void {
    this.requests += 1
    if (status === 'unanswered') {
      this.unanswered += 1
      return
    }
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
    if (status < 200 || status >= 300 || this.acknowledged.has(key)) return
    this.acknowledged.set(key, this.#step)
    this.times.push(at)
  }

  /** Remembers that a push is about to be sent. */
  begin(key: string): void {
    if (this.sent.has(key)) this.repeats += 1
    this.sent.add(key)
  }
}

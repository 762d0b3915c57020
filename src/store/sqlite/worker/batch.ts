import type { TaskMessage } from '../main/messages.ts'
import type { Group } from './file-writer.ts'

/** What came in several messages, as one group. */
export class Batch<Task> {
  #tasks: Task[] = []
  #payloads: Uint8Array[] = []

  get size(): number {
    return this.#tasks.length
  }

  /** A group holds everybody in it up until its end. */
  get isFull(): boolean {
    return this.size >= mostInGroup
  }

  add({ tasks, sizes, bytes }: TaskMessage<Task>): void {
    for (const task of tasks) this.#tasks.push(task)
    let from = 0
    for (const size of sizes) {
      this.#payloads.push(bytes.subarray(from, from + size))
      from += size
    }
  }

  take(): Group<Task> {
    const group = { tasks: this.#tasks, payloads: this.#payloads }
    this.#tasks = []
    this.#payloads = []
    return group
  }
}

const mostInGroup = 1_000

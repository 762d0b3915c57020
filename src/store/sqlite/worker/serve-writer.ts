import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import { failedWith } from '../main/failures.ts'
import type { FromWorker, Refusal, TaskMessage, ToWorker } from '../main/thread.ts'
import type { Dispatcher } from './dispatcher.ts'
import type { FileWriter, Group } from './file-writer.ts'
import { SchemaProblem } from './migrate.ts'

/**
 * Executes what comes through the port: all that has come while the last group was synced is the next group.
 *
 * @param every ms between looks at what has become due and what was asked for beside the application
 */
export function serveWriter<Task, TheDispatcher extends Dispatcher<Task>>(
  port: MessagePort,
  writer: FileWriter<Task, TheDispatcher>,
  every: number,
): void {
  const tell = (message: FromWorker): void => port.postMessage(message)
  const batch = new Batch<Task>()
  let told: string | undefined
  const tellTrouble = (): void => {
    if (writer.trouble !== told) tell({ trouble: writer.trouble })
    told = writer.trouble
  }
  const run = (): void => {
    if (batch.size === 0) return
    const { answers, commits } = writer.execute(batch.take())
    tellTrouble()
    tell({ answers, commits, news: writer.takeNews() })
  }
  const close = (): void => {
    clearInterval(timer)
    writer.close()
    tell('closed')
    port.close()
  }
  const take = (message: ToWorker<Task>): void => {
    if (typeof message === 'object') {
      batch.add(message)
      if (batch.isFull) run()
      return
    }
    run()
    if (message === 'checkpoint') writer.checkpoint()
    else close()
  }
  port.on('message', (first: ToWorker<Task>) => {
    take(first)
    for (let next = receiveMessageOnPort(port); next !== undefined; next = receiveMessageOnPort(port)) {
      take(next.message)
    }
    run()
  })
  const timer = setInterval(() => {
    if (writer.lookAround()) tell('news')
    tellTrouble()
  }, every)
  const first = opened(writer)
  if (first !== 'ready') told = first.failed
  tell(first)
}

function opened<Task, TheDispatcher extends Dispatcher<Task>>(
  writer: FileWriter<Task, TheDispatcher>,
): 'ready' | Refusal {
  try {
    writer.open()
    return 'ready'
  } catch (error) {
    return { ...failedWith(error), isSchema: error instanceof SchemaProblem }
  }
}

/** What came in several messages, as one group. */
class Batch<Task> {
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

import type { MessagePort } from 'node:worker_threads'
import { failedWith } from '../main/failures.ts'
import type { FromWorker, ToWorker } from '../main/thread.ts'
import type { Checkpoints } from './checkpoints.ts'

/** Who answers questions. */
export interface Answering<Task> {
  answer(task: Task): unknown
  close(): void
}

/**
 * Answers questions, each on its own and none within a transaction, and does the checkpoints, so that neither holds
 * up a writer.
 *
 * @param every ms between checkpoints
 */
export function serveReader<Task>(
  port: MessagePort,
  reader: Answering<Task>,
  checkpoints: Checkpoints,
  every: number,
): void {
  const tell = (message: FromWorker): void => port.postMessage(message)
  const timer = setInterval(() => {
    for (const file of checkpoints.run()) tell({ longLog: file })
  }, every)
  const close = (): void => {
    clearInterval(timer)
    reader.close()
    checkpoints.close()
    tell('closed')
    port.close()
  }
  port.on('message', (message: ToWorker<Task>) => {
    if (typeof message !== 'object') return close()
    tell({ answers: message.tasks.map((task) => answerOf(reader, task)), commits: 0, news: false })
  })
  tell('ready')
}

function answerOf<Task>(reader: Answering<Task>, task: Task): unknown {
  try {
    return reader.answer(task)
  } catch (error) {
    return failedWith(error)
  }
}
